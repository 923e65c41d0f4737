#include <botyard/log.hpp>

#include "errors.hpp"
#include "line.hpp"
#include "process/clock.hpp"
#include "process/streams.hpp"
#include "process/system_error.hpp"

namespace botyard::log {
namespace {

void write(std::string_view level, std::string_view message, const json_form& data) {
    const auto line = log_line(level, message, data, process::now());
    if (const auto failure = process::write_stderr(line)) {
        throw make_error("log.write_failed", {{"reason", process::error_name(failure)}}, failure.message());
    }
}

}  // namespace

void debug(std::string_view message) { write("debug", message, json(nullptr)); }
void debug(std::string_view message, const json_form& data) { write("debug", message, data); }
void info(std::string_view message) { write("info", message, json(nullptr)); }
void info(std::string_view message, const json_form& data) { write("info", message, data); }
void warn(std::string_view message) { write("warn", message, json(nullptr)); }
void warn(std::string_view message, const json_form& data) { write("warn", message, data); }
void error(std::string_view message) { write("error", message, json(nullptr)); }
void error(std::string_view message, const json_form& data) { write("error", message, data); }

}  // namespace botyard::log
