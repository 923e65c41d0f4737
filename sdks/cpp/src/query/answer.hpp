#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "failure.hpp"

namespace botyard::query {

/// The largest request body, in bytes.
inline constexpr std::size_t max_body = 1'048'576;

/// The outcome of a query.
struct outcome {
    /// The code without `query.`; empty for an answer.
    std::string_view code;
    /// The JSON text of the answer, or the message of the failure.
    std::string text;
    /// The further member of the document, with its comma; empty unless the path is unknown.
    std::string available;
    /// How the handler failed, for the log.
    std::optional<failure> failed;

    /// The document of a one-shot answer.
    std::string one_shot() const;
    /// The body of an answer over HTTP, and its status.
    std::string body() const;
    int status() const;

  private:
    std::string document(bool with_code) const;
};

/// Answers the query of a one-shot process; the path is not decoded.
outcome answer_one_shot(const std::string& path, std::string_view params);

/// Answers a query that came over HTTP: method, path, size of the body, parameters, handler, in this order
///
///
/// \param body  nothing if it is larger than max_body
outcome answer_http(std::string_view method, std::string_view target, std::optional<std::string_view> body);

/// Logs why a handler failed; a line that cannot be written changes nothing else.
void log_failure(std::string_view path, const outcome& outcome);

}  // namespace botyard::query
