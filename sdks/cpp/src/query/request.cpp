#include <botyard/request.hpp>

#include "../errors.hpp"
#include "../json/write.hpp"

namespace botyard::query {

request::request(std::string path, json values) : path_(std::move(path)), values_(std::move(values)) {}

json request::get(std::string_view key, json default_value) const {
    const auto* given = present(key);
    return given ? *given : std::move(default_value);
}

std::optional<std::string> request::get_string(std::string_view key) const {
    return get_as<std::string>(key);
}

std::optional<double> request::get_number(std::string_view key) const { return get_as<double>(key); }

std::optional<std::int64_t> request::get_integer(std::string_view key) const {
    return get_as<std::int64_t>(key);
}

std::optional<bool> request::get_boolean(std::string_view key) const { return get_as<bool>(key); }

std::optional<json> request::get_array(std::string_view key) const {
    return get_structure(key, json::value_t::array, "an array");
}

std::optional<json> request::get_object(std::string_view key) const {
    return get_structure(key, json::value_t::object, "an object");
}

std::optional<json> request::get_structure(std::string_view key, json::value_t type,
                                           const char* expected) const {
    const auto* given = present(key);
    if (!given) return std::nullopt;
    if (given->type() == type) return *given;
    if (auto inner = botyard::detail::text_form(*given); inner && inner->type() == type) return inner;
    botyard::detail::misfit reason(expected, given);
    reason.is_inside(key);
    refuse(reason);
}

const json* request::present(std::string_view key) const {
    const auto found = values_.find(key);
    return found == values_.end() || found->is_null() ? nullptr : &*found;
}

void request::refuse(const botyard::detail::misfit& reason) {
    throw make_error(
        "query.invalid_param",
        {{"key", shown(reason.key())}, {"expected", reason.expected()}, {"value", reason.shown()}},
        reason.words());
}

}  // namespace botyard::query
