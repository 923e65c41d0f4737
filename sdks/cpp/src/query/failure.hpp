#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace botyard::query {

/// A failure that another one names as its cause.
struct cause {
    /// As of a failure.
    std::string type, message;
};

/// How a handler failed, as its record shows it.
struct failure {
    /// Its own message; empty if it has none.
    std::string message;
    /// The name of what was thrown, without namespace; empty if it is not known.
    std::string type;
    /// Why the answer has no JSON form; empty if the handler threw.
    std::string reason;
    /// The first of its causes, from its own on.
    std::vector<cause> causes;
    /// The message of the exception of a typed accessor, if it is one or wraps one.
    std::optional<std::string> refused_param;
};

/// Describes the exception that is being handled, and those that are nested in it.
failure current_failure();

/// Makes the log line of a failure; without a path, of work that a handler left behind [Q-38 … Q-44].
std::string record(std::string_view message, std::optional<std::string_view> path, const failure& failed,
                   long long unix_milliseconds);

}  // namespace botyard::query
