#include "failure.hpp"

#include <cxxabi.h>
#include <algorithm>
#include <botyard/error.hpp>
#include <botyard/json.hpp>
#include <cstdlib>
#include <exception>
#include <memory>
#include <typeinfo>

#include "../json/utf8.hpp"
#include "../line.hpp"

namespace botyard::query {
namespace {

constexpr std::size_t most_causes = 8;
/// How many exceptions are searched for one of a typed accessor.
constexpr std::size_t most_nested = 1000;

std::string demangled(const char* name) {
    struct release {
        void operator()(char* text) const { std::free(text); }
    };
    int status = 0;
    const std::unique_ptr<char, release> text(abi::__cxa_demangle(name, nullptr, nullptr, &status));
    return text ? text.get() : name;
}

/// The name of a type without its namespace: what follows the last `::` that is not in brackets.
std::string plain_name(std::string_view name) {
    // What std::throw_with_nested throws is derived from what it was given.
    constexpr std::string_view nesting = "std::_Nested_exception<";
    if (name.starts_with(nesting)) {
        name = name.substr(nesting.size(), name.rfind('>') - nesting.size());
        if (name.ends_with(' ')) name.remove_suffix(1);
    }
    if (name == demangled(typeid(std::string).name())) return "string";
    std::size_t start = 0;
    int depth = 0;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (std::string_view("<({").find(name[at]) != std::string_view::npos) ++depth;
        if (std::string_view(">)}").find(name[at]) != std::string_view::npos) --depth;
        if (depth == 0 && name.compare(at, 2, "::") == 0) start = at + 2;
    }
    return std::string(name.substr(start));
}

std::string type_of_current() {
    const auto* type = abi::__cxa_current_exception_type();
    return type ? plain_name(demangled(type->name())) : "";
}

/// What the exception that is being handled says of itself.
struct description {
    cause own;
    /// What the exception of the SDK gives as its cause; empty if there is none.
    std::string reason;
    bool is_refused_param = false;
};

description describe_current() {
    description shown{{type_of_current(), ""}, "", false};
    auto& message = shown.own.message;
    try {
        throw;
    } catch (const exception& own) {
        message = own.what();
        shown.reason = utf8::repaired(own.cause());
        shown.is_refused_param = own.code() == "query.invalid_param";
    } catch (const std::exception& other) {
        const auto* words = other.what();
        message = words ? words : "";
    } catch (const std::string& text) {
        message = text;
    } catch (const char* text) {
        message = text ? text : "";
    } catch (...) {
        // A value of any other type has no message.
    }
    message = utf8::repaired(message);
    return shown;
}

/// The exception that is nested in the one that is being handled; null if there is none.
std::exception_ptr nested_in_current() {
    try {
        throw;
    } catch (const std::nested_exception& outer) {
        return outer.nested_ptr();
    } catch (...) {
        return nullptr;
    }
}

/// Adds what is nested in the exception that is being handled, each once.
void add_causes(failure& failed) {
    std::vector<std::exception_ptr> seen = {std::current_exception()};
    auto next = nested_in_current();
    while (next && seen.size() < most_nested && std::ranges::find(seen, next) == seen.end()) {
        seen.push_back(next);
        try {
            std::rethrow_exception(next);
        } catch (...) {
            auto shown = describe_current();
            if (shown.is_refused_param && !failed.refused_param) failed.refused_param = shown.own.message;
            if (failed.causes.size() < most_causes) failed.causes.push_back(std::move(shown.own));
            if (!shown.reason.empty() && failed.causes.size() < most_causes) {
                failed.causes.push_back({"", std::move(shown.reason)});
            }
            next = nested_in_current();
        }
    }
}

}  // namespace

failure current_failure() {
    auto shown = describe_current();
    failure failed;
    failed.message = std::move(shown.own.message);
    failed.type = std::move(shown.own.type);
    if (shown.is_refused_param) failed.refused_param = failed.message;
    if (!shown.reason.empty()) failed.causes.push_back({"", std::move(shown.reason)});
    add_causes(failed);
    return failed;
}

std::string record(std::string_view message, std::optional<std::string_view> path, const failure& failed,
                   long long unix_milliseconds) {
    auto data = json::object();
    if (path) data["path"] = utf8::cut(*path, 250);
    if (!failed.type.empty()) data["type"] = utf8::cut(failed.type, 250);
    if (!failed.reason.empty()) data["reason"] = utf8::cut(failed.reason, 1000);
    for (const auto& [type, text] : failed.causes) {
        json cause = {{"message", utf8::cut(text, 250)}};
        if (!type.empty()) cause["type"] = utf8::cut(type, 100);
        data["cause"].push_back(std::move(cause));
    }
    return log_line("error", utf8::cut(message, 2000), data, unix_milliseconds);
}

}  // namespace botyard::query
