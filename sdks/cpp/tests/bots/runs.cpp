/// A scheduled bot whose argument says what it does.

#include <sys/resource.h>
#include <unistd.h>

#include <botyard/botyard.hpp>

#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

namespace {

struct told_at_end {
    ~told_at_end() { std::cout << "destroyed\n"; }
};

void trade() {
    const auto [bot_id, config] = botyard::input::parse();
    const auto runs = botyard::state::get_as<int>("runs").value_or(0) + 1;
    botyard::state::set("runs", runs);
    botyard::metric("price", {{"symbol", config["symbol"]}, {"runs", runs}});
    botyard::log::info("traded", {{"bot", bot_id}});
    botyard::success_with_data("done", {{"runs", runs}});
}

/// Ends the run while another thread holds the lock of standard output.
void end_while_printing() {
    std::mutex held;
    held.lock();
    std::thread([&held] {
        flockfile(stdout);
        held.unlock();
        std::this_thread::sleep_for(std::chrono::hours(1));
    }).detach();
    held.lock();
    botyard::error("stop");
}

void many_threads() {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 8; ++thread) {
        threads.emplace_back([thread] {
            for (int count = 0; count < 200; ++count) {
                botyard::metric("m", {{"thread", thread}, {"x", std::string(3000, 'x')}});
            }
        });
    }
    for (auto& thread : threads) thread.join();
}

void emit_and_log_failure(const botyard::json_form& data) {
    try {
        botyard::metric("m", data);
    } catch (const botyard::exception& failure) {
        botyard::log::warn(failure.what());
    }
}

void set_file_limit(rlim_t bytes) {
    rlimit limit;
    ::getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
}

/// Emits a metric that reaches the limit of a file's size, and another one after there is room again.
void reach_limit() {
    set_file_limit(200);
    emit_and_log_failure({{"x", std::string(300, 'x')}});
    set_file_limit(RLIM_INFINITY);
    botyard::metric("after", {{"x", 1}});
}

/// Emits a metric to a pipe that nobody reads.
void emit_to_broken_pipe() {
    int ends[2];
    if (::pipe(ends) != 0) std::abort();
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    emit_and_log_failure({});
}

}  // namespace

int main(int, char** arguments) {
    const std::string what = arguments[1];
    const told_at_end local;
    std::atexit([] { std::cout << "exited\n"; });
    if (what == "trade") trade();
    if (what == "error") {
        std::cout << "printed\n";
        botyard::error_with_data("no prices", {{"left", 2}});
    }
    if (what == "locked") end_while_printing();
    if (what == "throw") throw std::runtime_error("uncaught");
    if (what == "threads") many_threads();
    if (what == "metric") emit_and_log_failure({});
    if (what == "order") {
        std::cout << "before\n";
        botyard::metric("m", {{"x", 1}});
    }
    if (what == "limit") reach_limit();
    if (what == "broken-pipe") emit_to_broken_pipe();
}
