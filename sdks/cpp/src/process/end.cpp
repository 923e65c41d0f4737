#include "end.hpp"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <iostream>

#include "descriptor.hpp"
#include "test_process.hpp"

namespace botyard::process {
namespace {

constexpr int turns = 16;
constexpr int most_turns = 100;
/// In microseconds.
constexpr suseconds_t turn = 5'000;

volatile sig_atomic_t code = 0;
std::atomic<int> passed = 0;
std::atomic<std::int64_t> turn_began = 0;

/// In microseconds.
std::int64_t clock_now() {
    timespec time;
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000LL + time.tv_nsec / 1'000;
}

/// Ends the process after some turns. While it is paused or gets no processor, none of them ends, and a late
/// one is not the last, so that the flush loses no time.
void end_turn(int) {
    const auto now = clock_now();
    const auto lasted = now - turn_began.exchange(now);
    // After a late turn, the next one is shorter.
    const auto is_whole = lasted >= turn / 2 && lasted < 2 * turn;
    const auto count = ++passed;
    if (count >= most_turns || (count >= turns && is_whole)) ::_exit(code);
}

/// Ends the process after a while, whatever this thread is waiting for.
void set_alarm() {
    turn_began = clock_now();
    struct sigaction ending {};
    ending.sa_handler = end_turn;
    ending.sa_flags = SA_RESTART;
    ::sigaction(SIGALRM, &ending, nullptr);
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr);
    const itimerval each_turn{{0, turn}, {0, turn}};
    ::setitimer(ITIMER_REAL, &each_turn, nullptr);
}

}  // namespace

void end(int exit_code) {
    if (auto* const test = in_test.load()) test->end(exit_code);
    code = exit_code;
    // Neither a lock nor a missing reader of what the bot has printed holds up the end for more than 100 ms
    // [RES-18].
    set_alarm();
    catch_write_signals();
    try {
        std::cout.flush();
        std::clog.flush();
    } catch (...) {
        // The bot may have made its streams throw.
    }
    std::fflush(stdout);
    ::_exit(exit_code);
}

}  // namespace botyard::process
