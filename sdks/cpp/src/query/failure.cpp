#include "failure.hpp"

#include <cxxabi.h>
#include <botyard/error.hpp>
#include <botyard/json.hpp>
#include <cstdlib>
#include <memory>
#include <typeinfo>

#include "../json/utf8.hpp"
#include "../line.hpp"

namespace botyard::query {
namespace {

std::string demangled(const char* name) {
    struct release {
        void operator()(char* text) const { std::free(text); }
    };
    int status = 0;
    const std::unique_ptr<char, release> text(abi::__cxa_demangle(name, nullptr, nullptr, &status));
    return text ? text.get() : name;
}

/// The name of a type without its namespace: what follows the last `::` that is not in brackets.
std::string plain_name(const std::type_info& type) {
    if (type == typeid(std::string)) return "string";
    const auto name = demangled(type.name());
    std::size_t start = 0;
    int depth = 0;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (std::string_view("<({").find(name[at]) != std::string_view::npos) ++depth;
        if (std::string_view(">)}").find(name[at]) != std::string_view::npos) --depth;
        if (depth == 0 && name.compare(at, 2, "::") == 0) start = at + 2;
    }
    return name.substr(start);
}

std::string type_of_current() {
    const auto* type = abi::__cxa_current_exception_type();
    return type ? plain_name(*type) : "";
}

}  // namespace

failure current_failure() {
    failure failed;
    failed.type = type_of_current();
    try {
        throw;
    } catch (const exception& own) {
        failed.message = own.what();
        failed.is_refused_param = own.code() == "query.invalid_param";
    } catch (const std::exception& other) {
        failed.message = other.what();
    } catch (const std::string& text) {
        failed.message = text;
    } catch (const char* text) {
        failed.message = text ? text : "";
    } catch (...) {
        // A value of any other type has no message.
    }
    failed.message = utf8::repaired(failed.message);
    return failed;
}

std::string record(std::string_view message, std::optional<std::string_view> path, const failure& failed,
                   long long unix_milliseconds) {
    auto data = json::object();
    if (path) data["path"] = utf8::cut(*path, 250);
    if (!failed.type.empty()) data["type"] = utf8::cut(failed.type, 250);
    if (!failed.reason.empty()) data["reason"] = utf8::cut(failed.reason, 1000);
    return log_line("error", utf8::cut(message, 2000), data, unix_milliseconds);
}

}  // namespace botyard::query
