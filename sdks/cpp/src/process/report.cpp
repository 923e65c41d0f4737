#include "report.hpp"

#include <mutex>
#include <optional>

#include "../errors.hpp"
#include "../line.hpp"
#include "clock.hpp"
#include "end.hpp"
#include "environment.hpp"
#include "files.hpp"
#include "streams.hpp"
#include "system_error.hpp"

namespace botyard::process {
namespace {

/// Never destroyed: other threads may report while the process exits.
std::mutex& writing() {
    static auto& mutex = *new std::mutex;
    return mutex;
}

void write(std::string_view document) {
    const auto path = result_path();
    try {
        replace_file(path, path.substr(path.rfind('/') + 1), document);
    } catch (const std::system_error& cause) {
        throw make_error("result.write_failed", {{"path", path}, {"reason", error_name(cause.code())}},
                         cause.what());
    }
}

void write_durably(std::string_view document) {
    write(document);
    flush_directory(directory_of(result_path()));
}

/// The message of the failure, if it cannot be written.
std::optional<std::string> tried(void (*writing)(std::string_view), std::string_view document) {
    try {
        writing(document);
        return std::nullopt;
    } catch (const exception& failure) {
        return failure.what();
    }
}

/// A line that cannot be written changes nothing: there is nobody left to tell.
void log(std::string_view message) { (void)write_stderr_unlocked(log_line("error", message, now())); }

}  // namespace

void report(std::string_view document) {
    const std::lock_guard alone(writing());
    write_durably(document);
}

void report_and_end(std::string_view message, std::string_view document) {
    // A result that another thread is writing is completed first, and none is written after this one
    // [RES-19].
    const std::lock_guard alone(writing());
    const auto failure = tried(write_durably, document);
    log(message);
    if (failure) log(*failure);
    end(1);
}

void answer_and_end(std::string_view document, int exit_code) {
    // The caller does not survive a crash of the machine, so that the name of the file need not.
    const auto failure = tried(write, document);
    if (failure) log(*failure);
    end(failure ? 1 : exit_code);
}

}  // namespace botyard::process
