#include "errors.hpp"

#include <algorithm>

#include "errors.gen.hpp"

namespace botyard {
namespace {

/// Replaces the placeholders in one pass, so that braces inside a value are left alone.
std::string filled(std::string_view message, placeholders values) {
    std::string text;
    for (;;) {
        const auto start = message.find('{');
        const auto end = message.find('}', start);
        text += message.substr(0, start);
        if (end == message.npos) return text;
        const auto name = message.substr(start + 1, end - start - 1);
        const auto value =
            std::find_if(values.begin(), values.end(), [&](auto& one) { return one.first == name; });
        text += value == values.end() ? message.substr(start, end - start + 1) : value->second;
        message.remove_prefix(end + 1);
    }
}

const error_entry& entry_of(std::string_view code) {
    const auto entry = std::find_if(std::begin(error_table), std::end(error_table),
                                    [&](const auto& one) { return one.code == code; });
    if (entry == std::end(error_table)) throw std::logic_error("no such code: " + std::string(code));
    return *entry;
}

}  // namespace

exception::exception(std::string_view code, const std::string& message, std::string_view next,
                     const std::string& cause)
    : std::runtime_error(message), code_(code), next_(next), cause_(cause) {}

std::string message_of(std::string_view code, placeholders values) {
    return filled(entry_of(code).message, values);
}

exception make_error(std::string_view code, placeholders values, const std::string& cause) {
    const auto& entry = entry_of(code);
    return {entry.code, filled(entry.message, values), entry.next, cause};
}

}  // namespace botyard
