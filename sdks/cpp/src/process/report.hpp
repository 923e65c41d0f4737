#pragma once

#include <string_view>

namespace botyard::process {

/// Writes the run's result.
///
/// \throws exception `result.write_failed`
void report(std::string_view document);

/// Writes the run's result and one log line, and ends the process [RES-7, RES-9].
[[noreturn]] void report_and_end(std::string_view message, std::string_view document);

/// Writes the answer of a one-shot query, and ends the process.
[[noreturn]] void answer_and_end(std::string_view document, int exit_code);

}  // namespace botyard::process
