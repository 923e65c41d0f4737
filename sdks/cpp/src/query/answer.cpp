#include "answer.hpp"

#include "../errors.hpp"
#include "../json/read.hpp"
#include "../json/utf8.hpp"
#include "../json/write.hpp"
#include "../process/clock.hpp"
#include "../process/streams.hpp"
#include "registry.hpp"
#include "target.hpp"

namespace botyard::query {
namespace {

constexpr std::string_view handler_failed = "handler_failed";

outcome refused(std::string_view code, placeholders values = {}) {
    return {code, message_of("query." + std::string(code), values), "", std::nullopt};
}

outcome unknown_path(const std::string& path) {
    auto answer = refused("unknown_path", {{"path", path}});
    answer.available = R"(,"available_queries":)" + write_json(handlers().paths());
    return answer;
}

outcome params_not_object(std::string_view text) {
    return refused("params_not_object", {{"text", utf8::cut(text, 100)}});
}

outcome of_failure(failure failed) {
    if (failed.refused_param) return {"invalid_param", *failed.refused_param, "", std::nullopt};
    auto text = failed.message.empty() ? "the handler failed without a message" : failed.message;
    return {handler_failed, std::move(text), "", std::move(failed)};
}

outcome run(const detail::answering& handler, const request& request) {
    try {
        const auto answer = handler(request);
        try {
            return {"", write_json(answer), "", std::nullopt};
        } catch (const no_json_form& refused) {
            return of_failure(
                {"the answer of " + request.path() + " has no JSON form", "", refused.what(), {}, {}});
        }
    } catch (...) {
        return of_failure(current_failure());
    }
}

}  // namespace

outcome answer_one_shot(const std::string& path, std::string_view params) {
    const auto handler = handlers().find(path);
    if (!handler) return unknown_path(path);
    auto values = read_object(params);
    if (!values) return params_not_object(params);
    return run(*handler, request(path, *std::move(values)));
}

outcome answer_http(std::string_view method, std::string_view target, std::optional<std::string_view> body) {
    if (method != "GET" && method != "POST") {
        return refused("method_not_allowed", {{"method", std::string(method)}});
    }
    auto [path, params] = read_target(target);
    const auto handler = handlers().find(path);
    if (!handler) return unknown_path(path);
    if (!body) return refused("body_too_large");
    if (!body->empty()) {
        const auto own = read_object(*body);
        if (!own) return params_not_object(*body);
        params.update(*own);
    }
    const request asked(std::move(path), std::move(params));
    auto answer = run(*handler, asked);
    log_failure(asked.path(), answer);
    return answer;
}

void log_failure(std::string_view path, const outcome& outcome) {
    if (!outcome.failed) return;
    (void)process::write_stderr(record(outcome.text, path, *outcome.failed, process::now()));
}

std::string outcome::one_shot() const {
    return code.empty() ? R"({"status":"ok","data":)" + text + "}" : document(true);
}

std::string outcome::body() const { return code.empty() ? text : document(code != handler_failed); }

int outcome::status() const {
    if (code.empty()) return 200;
    if (code == handler_failed) return 500;
    if (code == "unknown_path") return 404;
    if (code == "method_not_allowed") return 405;
    if (code == "body_too_large") return 413;
    return 400;
}

std::string outcome::document(bool with_code) const {
    auto document = R"({"status":"error","error":)" + quoted_text(text);
    if (with_code) ((document += R"(,"code":"query.)") += code) += '"';
    return document + available + "}";
}

}  // namespace botyard::query
