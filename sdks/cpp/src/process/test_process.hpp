#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace botyard::process {

/// What the SDK uses instead of the process while a test runs a bot's code.
class test_process {
  public:
    virtual std::optional<std::string> variable(const char* name) = 0;
    virtual void take_metric(std::string_view line) = 0;
    virtual void take_log(std::string_view line) = 0;
    /// Milliseconds since 1970.
    virtual long long now() = 0;
    /// Whether this thread answers a query.
    virtual bool is_answering() = 0;
    /// Ends the program, or else the thread.
    [[noreturn]] virtual void end(int exit_code) = 0;
    /// The same for a program that would answer queries from now on.
    [[noreturn]] virtual void end_query_program() = 0;

  protected:
    ~test_process() = default;
};

/// That of the test; null outside of tests.
inline std::atomic<test_process*> in_test = nullptr;

}  // namespace botyard::process
