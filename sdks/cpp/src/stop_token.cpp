#include <signal.h>
#include <unistd.h>

#include <botyard/stop.hpp>

#include <limits>
#include <mutex>
#include <thread>

#include "process/termination.hpp"
#include "stop.hpp"

namespace botyard::stop {
namespace {

/// Starts a thread that requests stop. It takes no signal from the threads of the bot.
std::stop_source* started() {
    auto* source = new std::stop_source;
    if (process::is_terminated()) {
        source->request_stop();
        return source;
    }
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        std::thread([source] {
            while (!process::wait_for_termination(std::numeric_limits<double>::infinity())) {
            }
            source->request_stop();
        }).detach();
    } catch (const std::system_error& cause) {
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        delete source;
        refuse(cause);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return source;
}

}  // namespace

std::stop_token token() {
    if (auto* const test = in_test.load()) return test->token();
    // Never destroyed: the thread may run while the process exits. A process that was forked has no thread
    // yet.
    static std::mutex starting;
    static std::stop_source* source = nullptr;
    static pid_t owner = 0;
    receive();
    const std::lock_guard alone(starting);
    if (owner != ::getpid()) {
        source = started();
        owner = ::getpid();
    }
    return source->get_token();
}

}  // namespace botyard::stop
