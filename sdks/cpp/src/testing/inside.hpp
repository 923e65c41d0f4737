#pragma once

#include <botyard/testing.hpp>
#include <mutex>
#include <stop_token>
#include <thread>

#include "../process/test_process.hpp"
#include "../query/registry.hpp"
#include "../stop.hpp"
#include "folder.hpp"
#include "turn.hpp"

namespace botyard::testing {

/// Ends a program in the place of the process. No `std::exception`, because bots catch these.
struct ended {
    bool is_query_program;
};

/// How many programs this thread is running, and whether it answers a query.
inline thread_local int programs = 0;
inline thread_local bool answering = false;

/// A bot in a test, as the SDK sees it.
class bot::inside final : public process::test_process, public botyard::stop::test_stop {
  public:
    explicit inside(bot_options options);
    ~inside();

    std::optional<std::string> variable(const char* name) override;
    void take_metric(std::string_view line) override;
    void take_log(std::string_view line) override;
    long long now() override;
    bool is_answering() override { return answering; }
    [[noreturn]] void end(int exit_code) override { end(exit_code, false); }
    [[noreturn]] void end_query_program() override { end(0, true); }
    std::stop_token token() override { return asked.get_token(); }
    bool wait(double seconds) override;

  private:
    [[noreturn]] void end(int exit_code, bool is_query_program);

    const turn turn_;

  public:
    const folder home;
    std::stop_source asked;

    /// Guards what follows.
    std::mutex changing;
    std::vector<metric> metrics;
    std::vector<log_record> logs;
    std::optional<int> exit_code;

  private:
    std::chrono::microseconds waited_{0};

    const std::string id_, config_;
    const std::chrono::sys_time<std::chrono::milliseconds> began_;
    const std::chrono::microseconds stop_after_;
    const std::thread::id thread_ = std::this_thread::get_id();
    query::registry::by_path handlers_before_ = query::handlers().all();
};

}  // namespace botyard::testing
