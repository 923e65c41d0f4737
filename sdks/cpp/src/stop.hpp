#pragma once

#include <atomic>
#include <stop_token>
#include <system_error>

namespace botyard::stop {

/// Fails with `stop.unavailable`.
[[noreturn]] void refuse(const std::system_error& cause);

/// Receives the request from now on.
///
/// \throws exception `stop.unavailable`
void receive();

/// What is asked to stop instead of the process while a test runs a bot's code.
class test_stop {
  public:
    virtual std::stop_token token() = 0;
    /// Moves the clock instead of waiting; returns whether the bot is to stop.
    virtual bool wait(double seconds) = 0;

  protected:
    ~test_stop() = default;
};

/// That of the test; null outside of tests.
inline std::atomic<test_stop*> in_test = nullptr;

}  // namespace botyard::stop
