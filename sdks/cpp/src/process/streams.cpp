#include "streams.hpp"

#include <pthread.h>
#include <signal.h>

#include <cstdio>
#include <ctime>

#include "descriptor.hpp"

namespace botyard::process {
namespace {

/// Keeps SIGPIPE from this thread, so that a broken pipe is only an error of the call [MET-5]. The
/// disposition of the process, which its children inherit, stays the bot's.
class without_sigpipe {
  public:
    without_sigpipe() {
        sigemptyset(&sigpipe_);
        sigaddset(&sigpipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
    }
    without_sigpipe(const without_sigpipe&) = delete;
    without_sigpipe& operator=(const without_sigpipe&) = delete;
    ~without_sigpipe() {
        // A thread that blocks SIGPIPE itself keeps the signal, as it would have without the SDK.
        if (sigismember(&before_, SIGPIPE)) return;
        if (raised) {
            const timespec at_once{};
            while (sigtimedwait(&sigpipe_, nullptr, &at_once) < 0 && errno == EINTR) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }

    bool raised = false;

  private:
    sigset_t sigpipe_;
    sigset_t before_;
};

/// Holds the lock of a C stream, which keeps lines of several threads apart.
class locked {
  public:
    explicit locked(std::FILE* stream) : stream_(stream) { ::flockfile(stream_); }
    locked(const locked&) = delete;
    locked& operator=(const locked&) = delete;
    ~locked() { ::funlockfile(stream_); }

  private:
    std::FILE* stream_;
};

std::error_code write(int number, std::string_view line) {
    without_sigpipe guard;
    const auto failure = write_all(number, line);
    guard.raised = failure == std::errc::broken_pipe;
    return failure;
}

}  // namespace

std::error_code write_stdout(std::string_view line) {
    const locked alone(stdout);
    without_sigpipe guard;
    // What the bot has printed is the bot's; if it cannot be written, neither can the line.
    guard.raised = ::fflush_unlocked(stdout) != 0;
    const auto failure = write_all(STDOUT_FILENO, line);
    guard.raised = guard.raised || failure == std::errc::broken_pipe;
    return failure;
}

std::error_code write_stderr(std::string_view line) {
    const locked alone(stderr);
    return write(STDERR_FILENO, line);
}

void block_sigpipe() {
    sigset_t sigpipe;
    sigemptyset(&sigpipe);
    sigaddset(&sigpipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe, nullptr);
}

std::error_code write_stderr_unlocked(std::string_view line) { return write(STDERR_FILENO, line); }

}  // namespace botyard::process
