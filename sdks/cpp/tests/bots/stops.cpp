/// A bot that is asked to stop; its argument says how. It prints what it sees.

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <botyard/botyard.hpp>
#include <botyard/stop.hpp>

#include <atomic>
#include <filesystem>
#include <iostream>
#include <map>
#include <thread>

using namespace std::chrono_literals;
namespace stop = botyard::stop;

namespace {

std::atomic<int> called = 0;
bool refuses_pipe = false;
void (*earlier)(int, siginfo_t*, void*) = nullptr;

void terminate() { ::kill(::getpid(), SIGTERM); }

/// Waits for a child; the signal that has ended it, or its exit code.
std::string end_of(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                               : "code " + std::to_string(WEXITSTATUS(status));
}

std::ptrdiff_t count(const char* folder) {
    return std::distance(std::filesystem::directory_iterator(folder), {});
}

void in_time() {
    std::cout << stop::wait(0s) << stop::wait(-1h) << stop::wait(std::chrono::duration<double>(NAN));
    const auto begin = std::chrono::steady_clock::now();
    std::cout << stop::wait(20ms) << (std::chrono::steady_clock::now() - begin >= 20ms) << stop::requested();
    terminate();
    std::cout << stop::wait(std::chrono::hours::max()) << stop::wait(0s) << stop::requested();
}

void own_handler() {
    ::signal(SIGTERM, [](int number) { called += number == SIGTERM; });
    stop::requested();
    terminate();
    std::cout << stop::wait(10s) << called;
}

void own_action() {
    struct sigaction own {};
    own.sa_flags = SA_SIGINFO;
    own.sa_sigaction = [](int, siginfo_t* info, void* context) {
        called += info->si_pid == ::getpid() && context != nullptr;
    };
    ::sigaction(SIGTERM, &own, nullptr);
    stop::requested();
    terminate();
    std::cout << stop::wait(10s) << called;
}

void later_handler() {
    stop::requested();
    struct sigaction own {
    }, before;
    own.sa_flags = SA_SIGINFO;
    own.sa_sigaction = [](int number, siginfo_t* info, void* context) {
        ++called;
        earlier(number, info, context);
    };
    ::sigaction(SIGTERM, &own, &before);
    earlier = before.sa_sigaction;
    std::cout << stop::requested();
    terminate();
    std::cout << stop::wait(10s) << called;
}

void ignored() {
    ::signal(SIGTERM, SIG_IGN);
    stop::requested();
    terminate();
    std::cout << stop::wait(10s);
}

void children() {
    const auto token = stop::token();
    const auto idle = ::fork();
    if (idle == 0) {
        for (;;) ::pause();
    }
    ::kill(idle, SIGTERM);
    std::cout << end_of(idle) << "\n";
    int ready[2];
    if (::pipe(ready) != 0) std::abort();
    const auto asking = ::fork();
    if (asking == 0) {
        const auto own = stop::token();
        const auto asked = stop::requested() || own.stop_requested();
        if (::write(ready[1], "", 1) != 1 || asked || !stop::wait(30s)) ::_exit(1);
        while (!own.stop_requested()) std::this_thread::yield();
        ::_exit(token.stop_requested() ? 2 : 0);
    }
    char byte;
    if (::read(ready[0], &byte, 1) != 1) std::abort();
    ::kill(asking, SIGTERM);
    std::cout << end_of(asking) << "\n" << stop::wait(50ms) << token.stop_requested();
    terminate();
    std::cout << stop::wait(10s);
}

void with_token() {
    stop::requested();
    std::cout << count("/proc/self/task");
    const auto token = stop::token();
    std::cout << count("/proc/self/task") << (token == stop::token()) << token.stop_requested();
    std::jthread worker([](const std::stop_token& asked) {
        while (!asked.stop_requested()) std::this_thread::sleep_for(1ms);
        ++called;
    });
    const std::stop_callback stopping(token, [&worker] { worker.request_stop(); });
    terminate();
    worker.join();
    std::cout << called << stop::requested();
}

void token_afterwards() {
    stop::requested();
    terminate();
    std::cout << stop::wait(10s) << stop::token().stop_requested() << count("/proc/self/task");
}

void refused() {
    refuses_pipe = true;
    try {
        stop::wait(1h);
    } catch (const botyard::exception& failure) {
        std::cout << failure.code() << "\n" << failure.what() << "\n" << !failure.cause().empty();
    }
    struct sigaction now;
    ::sigaction(SIGTERM, nullptr, &now);
    std::cout << (now.sa_handler == SIG_DFL);
}

/// Waits so often and so shortly that the signals arrive at every point of it.
void at_any_moment() {
    stop::requested();
    std::atomic<bool> ended = false;
    std::thread sender([&ended] {
        while (!ended) terminate();
    });
    bool all = stop::wait(10s);
    for (int times = 0; times < 20'000; ++times) all = all && stop::wait(10us) && stop::requested();
    ended = true;
    sender.join();
    std::cout << all;
}

const std::map<std::string, void (*)()> ways = {
    {"in-time", in_time},       {"own-handler", own_handler},
    {"own-action", own_action}, {"later", later_handler},
    {"ignored", ignored},       {"children", children},
    {"token", with_token},      {"token-afterwards", token_afterwards},
    {"refused", refused},       {"at-any-moment", at_any_moment},
};

}  // namespace

/// The program's own function takes the place of that of the C library.
extern "C" int pipe(int* ends) noexcept {
    if (!std::exchange(refuses_pipe, false)) return static_cast<int>(::syscall(SYS_pipe2, ends, 0));
    errno = EMFILE;
    return -1;
}

int main(int, char** arguments) { ways.at(arguments[1])(); }
