#pragma once

#include <unistd.h>

#include <string_view>
#include <system_error>

namespace botyard::process {

/// An open file descriptor, closed with its owner.
class descriptor {
  public:
    explicit descriptor(int number) noexcept : number_(number) {}
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor() {
        if (number_ >= 0) ::close(number_);
    }

    int number() const noexcept { return number_; }

  private:
    int number_;
};

/// The error of the system call that has just failed.
inline std::error_code last_error() { return {errno, std::system_category()}; }

/// Makes a write that the system refuses only an error of the call, unless the bot itself handles or ignores
/// the signal that comes with it [MET-5, MET-15].
void catch_write_signals();

/// Writes all bytes, waiting where the descriptor is non-blocking; returns the error that stopped it. What
/// has not been written is left in `bytes`.
std::error_code write_all(int number, std::string_view& bytes);

}  // namespace botyard::process
