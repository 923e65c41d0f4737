#pragma once

#include <string_view>
#include <system_error>

namespace botyard::process {

/// Writes a line to standard output at once, after what the bot has printed itself [MET-1].
std::error_code write_stdout(std::string_view line);

/// Writes a line to standard error at once.
std::error_code write_stderr(std::string_view line);

/// As write_stderr(), without waiting for a thread that holds the stream [RES-18].
std::error_code write_stderr_unlocked(std::string_view line);

}  // namespace botyard::process
