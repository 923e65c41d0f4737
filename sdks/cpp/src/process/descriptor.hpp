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

/// Writes all bytes, waiting where the descriptor is non-blocking; returns the error that stopped it.
std::error_code write_all(int number, std::string_view bytes);

}  // namespace botyard::process
