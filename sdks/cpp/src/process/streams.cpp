#include "streams.hpp"

#include <atomic>
#include <cstdio>

#include "descriptor.hpp"
#include "test_process.hpp"

namespace botyard::process {
namespace {

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

/// The lines of a descriptor. After one that was cut off, as by a full disk, the next starts on a new line.
class lines {
  public:
    explicit constexpr lines(int number) : number_(number) {}

    std::error_code write(std::string_view line) {
        if (cut_off_.load(std::memory_order_relaxed)) {
            std::string_view feed = "\n";
            if (const auto failure = write_all(number_, feed)) return failure;
            cut_off_ = false;
        }
        auto left = line;
        const auto failure = write_all(number_, left);
        if (failure && left.size() < line.size()) cut_off_ = true;
        return failure;
    }

  private:
    int number_;
    std::atomic<bool> cut_off_ = false;
};

constinit lines out{STDOUT_FILENO}, err{STDERR_FILENO};

}  // namespace

std::error_code write_stdout(std::string_view line) {
    if (auto* const test = in_test.load()) {
        test->take_metric(line);
        return {};
    }
    const locked alone(stdout);
    catch_write_signals();
    // What the bot has printed is the bot's; if it cannot be written, neither can the line.
    ::fflush_unlocked(stdout);
    return out.write(line);
}

std::error_code write_stderr(std::string_view line) {
    const locked alone(stderr);
    return write_stderr_unlocked(line);
}

std::error_code write_stderr_unlocked(std::string_view line) {
    if (auto* const test = in_test.load()) {
        test->take_log(line);
        return {};
    }
    return err.write(line);
}

}  // namespace botyard::process
