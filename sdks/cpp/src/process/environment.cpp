#include "environment.hpp"

#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "test_process.hpp"

namespace botyard::process {
namespace {

std::atomic<bool> answers_queries = false;

std::string current_dir() {
    char path[PATH_MAX];
    return ::getcwd(path, sizeof path) ? path : "/";
}

/// Makes a path absolute and removes `.`, `..` and needless slashes by its text alone [ENV-4].
std::string clean(const std::string& path) {
    const auto absolute = path.starts_with('/') ? path : current_dir() + "/" + path;
    std::vector<std::string_view> names;
    for (std::string_view rest = absolute; !rest.empty();) {
        const auto name = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        if (name == "..") {
            if (!names.empty()) names.pop_back();
        } else if (!name.empty() && name != ".") {
            names.push_back(name);
        }
    }
    std::string cleaned;
    for (const auto name : names) (cleaned += '/') += name;
    return cleaned.empty() ? "/" : cleaned;
}

std::string path_of(const char* name, const char* default_name) {
    if (const auto path = variable(name)) return clean(*path);
    return clean(variable("CODE_MOUNT_DIR").value_or(".") + "/" + default_name);
}

}  // namespace

std::optional<std::string> variable(const char* name) {
    if (auto* const test = in_test.load()) return test->variable(name);
    const char* value = std::getenv(name);
    if (!value || !*value) return std::nullopt;
    return value;
}

std::string result_path() { return path_of("RESULT_PATH", "result.json"); }
std::string state_dir() { return path_of("STATE_DIR", ".state"); }

bool is_query_process() {
    if (auto* const test = in_test.load()) return test->is_answering();
    return answers_queries || variable("QUERY_PATH") || variable("QUERY_PORT");
}

bool become_query_process() {
    // In a test, handlers are asked otherwise.
    if (auto* const test = in_test.load()) test->end_query_program();
    return answers_queries.exchange(true);
}

}  // namespace botyard::process
