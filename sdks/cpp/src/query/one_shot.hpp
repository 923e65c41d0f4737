#pragma once

#include <string>

namespace botyard::query {

/// Answers the query of this process and ends it.
[[noreturn]] void run_one_shot(const std::string& path);

}  // namespace botyard::query
