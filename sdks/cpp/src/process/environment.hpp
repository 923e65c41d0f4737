#pragma once

#include <optional>
#include <string>

namespace botyard::process {

/// A variable of the contract; one that is set to the empty string counts as unset [ENV-2].
std::optional<std::string> variable(const char* name);

/// The file of the result, and the directory of the state, as absolute paths without `.` and `..` [ENV-4].
std::string result_path();
std::string state_dir();

/// Whether this process only answers queries [ENV-5].
bool is_query_process();

/// Makes this a query process; returns whether it has been made one before.
bool become_query_process();

}  // namespace botyard::process
