#include "line.hpp"

#include <array>
#include <chrono>

#include "errors.hpp"
#include "json/write.hpp"

namespace botyard {
namespace {

constexpr std::size_t max_metric = 65'536;

void append_timestamp(std::string& text, long long unix_milliseconds) {
    using namespace std::chrono;
    const sys_time<milliseconds> time{milliseconds(unix_milliseconds)};
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    std::array<char, 24> digits;
    auto end = digits.begin();
    const auto put = [&](auto given, unsigned place, char after) {
        const auto number = static_cast<unsigned>(given);
        for (; place; place /= 10) *end++ = static_cast<char>('0' + number / place % 10);
        *end++ = after;
    };
    put(static_cast<int>(date.year()), 1000, '-');
    put(static_cast<unsigned>(date.month()), 10, '-');
    put(static_cast<unsigned>(date.day()), 10, 'T');
    put(clock.hours().count(), 10, ':');
    put(clock.minutes().count(), 10, ':');
    put(clock.seconds().count(), 10, '.');
    put(clock.subseconds().count(), 100, 'Z');
    text.append(digits.data(), digits.size());
}

/// Appends a value whose JSON form must be an object.
void append_object(std::string& line, const json_form& data) {
    const auto type = type_of(data);
    if (type && type != json::value_t::object) throw no_json_form("it is " + kind_of(*type), "");
    append_json(line, data);
}

void append_object(std::string& line, detail::fields data) { append_json(line, data); }

template <class Data>
std::string line_of_metric(std::string_view type, const Data& data, long long unix_milliseconds) {
    if (type.empty()) throw make_error("metric.invalid_type", {{"value", shown(type)}});
    std::string line;
    line.reserve(256);
    line += R"({"_metric":)";
    append_quoted(line, type);
    line += R"(,"timestamp":")";
    append_timestamp(line, unix_milliseconds);
    line += R"(","data":)";
    try {
        append_object(line, data);
    } catch (const no_json_form& refused) {
        throw make_error("metric.invalid_data", {{"type", shown(type)}, {"reason", refused.what()}},
                         refused.cause);
    }
    line += "}";
    if (line.size() > max_metric) {
        throw make_error("metric.too_large", {{"type", shown(type)}, {"size", std::to_string(line.size())}});
    }
    return line += "\n";
}

}  // namespace

std::string timestamp(long long unix_milliseconds) {
    std::string text;
    append_timestamp(text, unix_milliseconds);
    return text;
}

std::string metric_line(std::string_view type, const json_form& data, long long unix_milliseconds) {
    return line_of_metric(type, data, unix_milliseconds);
}

std::string metric_line(std::string_view type, detail::fields data, long long unix_milliseconds) {
    return line_of_metric(type, data, unix_milliseconds);
}

std::string log_line(std::string_view level, std::string_view message, long long unix_milliseconds) {
    return log_line(level, message, json(nullptr), unix_milliseconds);
}

std::string log_line(std::string_view level, std::string_view message, const json_form& data,
                     long long unix_milliseconds) {
    std::string line = R"({"level":")";
    line += level;
    line += R"(","timestamp":")";
    append_timestamp(line, unix_milliseconds);
    line += R"(","message":)";
    append_quoted(line, message);
    if (type_of(data) != json::value_t::null) {
        line += R"(,"data":)";
        try {
            append_object(line, data);
        } catch (const no_json_form& refused) {
            throw make_error("log.invalid_data", {{"reason", refused.what()}}, refused.cause);
        }
    }
    return line += "}\n";
}

}  // namespace botyard
