#include "left_work.hpp"

#include <cstdlib>
#include <exception>

#include "../process/clock.hpp"
#include "../process/streams.hpp"
#include "failure.hpp"

namespace botyard::query {
namespace {

std::terminate_handler previous;

[[noreturn]] void log_and_terminate() {
    if (std::current_exception()) {
        const auto failed = current_failure();
        const auto message = failed.message.empty() ? "a failure without a message" : failed.message;
        // Without the lock of the stream, which another thread may never release.
        (void)process::write_stderr_unlocked(record(message, std::nullopt, failed, process::now()));
    }
    previous();
    std::abort();
}

}  // namespace

void log_left_work() {
    previous = std::get_terminate();
    std::set_terminate(log_and_terminate);
}

}  // namespace botyard::query
