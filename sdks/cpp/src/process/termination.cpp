#include "termination.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <mutex>

#include "descriptor.hpp"

namespace botyard::process {
namespace {

/// The longest time of one call of poll, in milliseconds.
constexpr double longest_poll = 1e9;

/// What the handler knows. It is never changed and never freed, because the handler may run at any time.
struct receiver {
    const receiver* before;
    /// Another process, which was forked, has the handler but has not asked for it.
    pid_t owner;
    /// A pipe, whose byte is never read, so that all see it that wait now or later.
    int reader, writer;
    /// The action that was installed before.
    struct sigaction other;
};

std::atomic<const receiver*> current = nullptr;
std::atomic<bool> arrived = false;
std::atomic<bool> calling_other = false;
static_assert(decltype(current)::is_always_lock_free && decltype(arrived)::is_always_lock_free);

bool is_default(const struct sigaction& action) {
    return !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL;
}

bool is_function(const struct sigaction& action) {
    return (action.sa_flags & SA_SIGINFO) || (!is_default(action) && action.sa_handler != SIG_IGN);
}

void call(const struct sigaction& other, int number, siginfo_t* info, void* context) {
    // It may call this handler, if it has taken its place before.
    if (calling_other.exchange(true)) return;
    if (other.sa_flags & SA_SIGINFO) {
        other.sa_sigaction(number, info, context);
    } else {
        other.sa_handler(number);
    }
    calling_other = false;
}

void handle(int number, siginfo_t* info, void* context) {
    const auto error = errno;
    const auto& received = *current.load();
    const auto is_own = received.owner == ::getpid();
    if (is_own && !arrived.exchange(true)) (void)!::write(received.writer, "", 1);
    if (is_function(received.other)) {
        call(received.other, number, info, context);
    } else if (!is_own && is_default(received.other)) {
        // Takes effect when this handler returns.
        ::signal(number, SIG_DFL);
        ::raise(number);
    }
    errno = error;
}

bool is_handler(const struct sigaction& action) {
    return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == handle;
}

struct sigaction action_now() {
    struct sigaction now;
    if (::sigaction(SIGTERM, nullptr, &now) != 0) throw std::system_error(last_error());
    return now;
}

void install(const receiver& added) {
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_mask = added.other.sa_mask;
    // Calls of the system go on after the signal, unless the bot's own handler has interrupted them.
    action.sa_flags =
        SA_SIGINFO | SA_ONSTACK |
        (is_function(added.other) ? added.other.sa_flags & (SA_RESTART | SA_NODEFER) : SA_RESTART);
    current = &added;
    if (::sigaction(SIGTERM, &action, nullptr) != 0) throw std::system_error(last_error());
}

void open_pipe(receiver& added) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::system_error(last_error());
    for (const auto end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
    added.reader = ends[0];
    added.writer = ends[1];
}

/// The receiver of a process that has none yet.
receiver first(const struct sigaction& now) {
    receiver added{current, ::getpid(), -1, -1, now};
    // A process that was forked leaves the action as its parent found it.
    if (is_handler(now)) added.other = current.load()->other;
    open_pipe(added);
    arrived = false;
    return added;
}

/// A receiver that also calls the handler that has taken the place of this one.
const receiver& with_other(const receiver& own, const struct sigaction& now) {
    const auto is_known = now.sa_flags & SA_SIGINFO ? now.sa_sigaction == own.other.sa_sigaction
                                                    : now.sa_handler == own.other.sa_handler;
    if (is_known && now.sa_flags == own.other.sa_flags) return own;
    return *new receiver{&own, own.owner, own.reader, own.writer, now};
}

}  // namespace

void receive_termination() {
    const auto is_own = [] {
        const auto* own = current.load();
        return own && own->owner == ::getpid();
    };
    if (is_own() && is_handler(action_now())) return;
    static std::mutex installing;
    const std::lock_guard alone(installing);
    const auto now = action_now();
    if (!is_own()) {
        install(*new receiver(first(now)));
    } else if (!is_handler(now)) {
        install(with_other(*current, now));
    }
    keep_receiving_termination = receive_termination;
}

bool is_terminated() noexcept { return arrived; }

bool wait_for_termination(double seconds) noexcept {
    const auto clock = [] {
        timespec time;
        ::clock_gettime(CLOCK_MONOTONIC, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
    };
    const auto end = clock() + (seconds > 0 ? seconds : 0);
    pollfd waiting{current.load()->reader, POLLIN, 0};
    while (!arrived) {
        const auto left = std::ceil((end - clock()) * 1000);
        if (left <= 0) return false;
        ::poll(&waiting, 1, static_cast<int>(std::min(left, longest_poll)));
        // The bot may have closed all files of the process.
        if (waiting.revents & POLLNVAL) ::poll(nullptr, 0, 10);
    }
    return true;
}

}  // namespace botyard::process
