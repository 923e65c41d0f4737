#include <botyard/result.hpp>

#include "errors.hpp"
#include "json/write.hpp"
#include "process/environment.hpp"
#include "process/report.hpp"

namespace botyard {
namespace {

constexpr std::size_t max_document = 1'048'576;

void refuse_in_query(const char* function) {
    if (process::is_query_process()) throw make_error("result.in_query", {{"function", function}});
}

exception invalid_data(const std::string& reason, const std::string& cause = "") {
    return make_error("result.invalid_data", {{"reason", reason}}, cause);
}

void append_data(std::string& document, const json_form& data) {
    try {
        append_json(document, data);
    } catch (const no_json_form& refused) {
        throw invalid_data(refused.what(), refused.cause);
    }
}

std::string fitting(std::string document) {
    if (document.size() > max_document) {
        throw make_error("result.too_large", {{"size", std::to_string(document.size())}});
    }
    return document;
}

/// Makes the document of a status with a message [RES-1, RES-2].
std::string document_of(const char* status, std::string_view message, const json_form* data = nullptr) {
    refuse_in_query(status);
    std::string document = std::string(R"({"status":")") + status + R"(","message":)";
    append_quoted(document, message);
    if (data) append_data(document += R"(,"data":)", *data);
    return fitting(document += "}");
}

}  // namespace

void success(std::string_view message) { process::report(document_of("success", message)); }

void success_with_data(std::string_view message, const json_form& data) {
    process::report(document_of("success", message, &data));
}

void success(std::string_view message, const json_form& data) { success_with_data(message, data); }

void error(std::string_view message) { process::report_and_end(message, document_of("error", message)); }

void error_with_data(std::string_view message, const json_form& data) {
    process::report_and_end(message, document_of("error", message, &data));
}

void error(std::string_view message, const json_form& data) { error_with_data(message, data); }

void result(const json_form& data) {
    refuse_in_query("result");
    if (const auto type = type_of(data); type && type != json::value_t::object) {
        throw invalid_data("a result must be an object, got " + kind_of(*type));
    }
    std::string document;
    append_data(document, data);
    process::report(fitting(std::move(document)));
}

}  // namespace botyard
