#pragma once

/// \file
/// Read-only queries to a bot.
///
/// \code
/// int main() {
///     namespace query = botyard::query;
///     query::handler("/limits", [](const query::request&) { return std::array{10, 20}; });
///     query::handler("/trades", [](const query::request& request) -> botyard::json {
///         const auto from = request.get_integer("from").value_or(0);
///         return {{"from", from}, {"trades", botyard::state::get("trades")}};
///     });
///     query::run();
/// }
/// \endcode

#include <botyard/json.hpp>
#include <botyard/request.hpp>
#include <concepts>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace botyard::query {

namespace detail {
using answering = std::function<json_form(const request&)>;
void add(std::string_view path, answering handler);
}  // namespace detail

/// Registers a handler: a function that takes the request and returns the answer.
///
/// The answer is anything with a JSON form; a handler that returns nothing answers null. Whatever it
/// throws is its failure: the answer contains its message, and the log where it failed. An
/// exception of the request's typed accessors tells the caller which parameter is wrong. Of several handlers
/// of one path the last one counts, also while the server is running. A server runs up to 64 handlers
/// at once, each in a thread: what they share needs a lock. The state is read-only, and the functions of a
/// result fail.
///
/// \code
/// std::atomic<int> asked = 0;
/// botyard::query::handler("/status", [&](const botyard::query::request& request) -> botyard::json {
///     return {{"path", request.path()}, {"asked", ++asked}};
/// });
/// botyard::query::run();
/// \endcode
///
/// \throws exception `query.invalid_path`: the path does not begin with `/`
template <std::invocable<const request&> F>
void handler(std::string_view path, F answer) {
    detail::add(path, [answer = std::move(answer)](const request& request) -> json_form {
        if constexpr (std::is_void_v<std::invoke_result_t<const F&, const query::request&>>) {
            answer(request);
            return json(nullptr);
        } else {
            return answer(request);
        }
    });
}

/// Returns the bot's config, a new copy at each call.
///
/// \code
/// botyard::query::handler("/symbol", [](const botyard::query::request&) {
///     return botyard::query::get_config().at("symbol");
/// });
/// botyard::query::run();
/// \endcode
///
/// \throws exception as input::parse()
json get_config();

/// Answers queries: a single one if `QUERY_PATH` is set, otherwise as an HTTP server until SIGTERM or SIGINT.
///
/// A single query has its parameters in `QUERY_PARAMS`, and its answer is written to `RESULT_PATH`. The
/// server listens on `QUERY_HOST` (default: 127.0.0.1) and `QUERY_PORT` (default: 9476). It answers GET and
/// POST with bodies of up to 1 MiB (1,048,576 bytes). When it is told to stop, it finishes the queries that
/// it has received. When all is answered, the process ends; the function does not return.
///
/// `/health` and `/info` are answered without a handler [BI-1, BI-2].
///
/// \code
/// botyard::query::handler("/ping", [](const botyard::query::request&) { return "pong"; });
/// botyard::query::run();
/// \endcode
///
/// \throws exception
/// - `query.already_running`: it is called twice
/// - `query.invalid_port`: `QUERY_PORT` is not a number from 1 to 65535
/// - `query.listen_failed`: the server cannot listen on its address; the cause is the system's reason
[[noreturn]] void run();

}  // namespace botyard::query
