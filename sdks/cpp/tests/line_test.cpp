#include "line.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <vector>

#include "failing.hpp"
#include "json/read.hpp"

using botyard::json;
using botyard::json_form;
using namespace std::string_literals;
using botyard::log_line;
using botyard::metric_line;

namespace {

struct order {
    int amount;
};
void to_json(json& json, const order& order) {
    if (order.amount < 0) throw std::domain_error("a negative amount");
    json = {{"amount", order.amount}};
}

}  // namespace

TEST_CASE("metric - is one line with type, time and data") {
    CHECK(metric_line("price", {{"symbol", "AAPL"}, {"value", 187.5}}, 951'782'400'001) ==
          "{\"_metric\":\"price\",\"timestamp\":\"2000-02-29T00:00:00.001Z\",\"data\":{\"symbol\":\"AAPL\","
          "\"value\":187."
          "5}}\n");
}

TEST_CASE("metric - takes types that nlohmann/json converts") {
    CHECK(metric_line("m", std::map<std::string, int>{{"a", 1}}, 0).ends_with("\"data\":{\"a\":1}}\n"));
    CHECK(metric_line("m", order{2}, 0).ends_with("\"data\":{\"amount\":2}}\n"));
    CHECK(metric_line("m", {}, 0).ends_with("\"data\":{}}\n"));
}

TEST_CASE("metric - writes the members of a braced list as those of a JSON value") {
#define CHECK_BRACED(...)                                                                         \
    CHECK(metric_line("m", __VA_ARGS__, 0) == metric_line("m", json_form(json(__VA_ARGS__)), 0)); \
    CHECK(metric_line("m", json_form(__VA_ARGS__), 0) == metric_line("m", json_form(json(__VA_ARGS__)), 0))
    const json shared = {{"x", 1}};
    const std::string name = "n", text = "a\xFF\"\n";
    const char* pointer = "p";
    const unsigned char byte = 200;
    enum colour { red = 3 };
    CHECK_BRACED({{"b", 1}, {"a", -2L}, {"c", 3U}, {"b", 4}});
    CHECK_BRACED({{"a", 0.1f}, {"b", 1e300}, {"c", 1.0}, {"d", NAN}, {"e", 18'446'744'073'709'551'615U}});
    CHECK_BRACED({{"a", true}, {"b", nullptr}, {"c", 'c'}, {"d", byte}, {"e", red}});
    CHECK_BRACED({{"a", text}, {"b", std::string_view("v")}, {"c", pointer}, {"d", "A"s}, {"e", "\u20ac"}});
    CHECK_BRACED({{name, 1}, {std::string_view("v"), 2}, {pointer, 3}});
    CHECK_BRACED({{name, 1}, {"k"s, 2}, {std::string_view("v"), 3}});
    CHECK_BRACED({{"a\xFF", 1}, {"a\xFE", "t"}, {"a\xFF", shared}, {"a", name}});
    CHECK_BRACED({{"a", {}}, {"b", {1}}, {"c", {"x", 1}}, {"d", {{"x", 1}}}, {"e", {{"x", 1}, {"y", {2}}}}});
    CHECK_BRACED({{"a", shared}, {"b", json(1)}, {"c", std::vector{1, 2}}, {"d", order{2}}, {"e", {shared}}});
    CHECK_BRACED({{"a", nlohmann::ordered_json{{"z", 1}, {"y", 2}}}, {"b", json::array()}});
    CHECK_BRACED({{"a", "b"}});
    CHECK_BRACED({{"a", "b"}, {"c", "d"}});
    CHECK_BRACED({std::pair("a", 1), std::pair("b", 2)});
#undef CHECK_BRACED
}

TEST_CASE("metric - refuses a braced list as the JSON value of it") {
    const json shared = {{"x", 1}};
    const std::string array = "the data of metric \"m\" must be a JSON object: it is an array";
    CHECK(message_of_failure([] { metric_line("m", {{{"a", 1}}}, 0); }) == array);
    CHECK(message_of_failure([&] { metric_line("m", {shared}, 0); }) == array);
    CHECK(message_of_failure([] { metric_line("m", {{"a", 1}, {"b"}}, 0); }) == array);
    CHECK(message_of_failure([] { metric_line("m", {{"a", 1}, {2, 1}}, 0); }) == array);
    CHECK(message_of_failure([] { metric_line("m", {"a", 1}, 0); }) == array);
    CHECK(message_of_failure([] { metric_line("m", {{"a", order{-1}}}, 0); }) == "a negative amount");
    CHECK(message_of_failure([] {
              metric_line("m", {{"a", json::binary({1})}}, 0);
          }) == "the data of metric \"m\" must be a JSON object: it contains bytes");
    json deep = 1;
    for (int depth = 0; depth < 63; ++depth) deep = json::array({std::move(deep)});
    CHECK(code_of([&] { metric_line("m", {{"a", deep}}, 0); }) == "");
    deep = json::array({std::move(deep)});
    CHECK(code_of([&] { metric_line("m", {{"a", deep}}, 0); }) == "metric.invalid_data");
}

TEST_CASE("metric - refuses a type that is empty and data that is not an object") {
    CHECK(code_of([] { metric_line("", {}, 0); }) == "metric.invalid_type");
    CHECK(message_of_failure([] {
              metric_line("m", {1, 2}, 0);
          }) == "the data of metric \"m\" must be a JSON object: it is an array");
    CHECK(code_of([] { metric_line("m", nullptr, 0); }) == "metric.invalid_data");
}

TEST_CASE("metric - refuses data whose conversion fails, with the reason as the cause") {
    try {
        metric_line("m", order{-1}, 0);
        FAIL("it was not refused");
    } catch (const botyard::exception& failure) {
        CHECK(failure.code() == "metric.invalid_data");
        CHECK(failure.cause() == "a negative amount");
        CHECK(failure.next() == "Pass an object of numbers, strings, booleans, null, arrays and objects.");
    }
}

TEST_CASE("metric - is at most 65,536 bytes long") {
    const auto overhead = metric_line("m", {{"x", ""}}, 0).size() - 1;
    const auto of_size = [&](std::size_t size) {
        return [=] { metric_line("m", {{"x", std::string(size - overhead, 'x')}}, 0); };
    };
    CHECK(code_of(of_size(65'536)) == "");
    CHECK(code_of(of_size(65'537)) == "metric.too_large");
}

TEST_CASE("log - is one line with level, time and message, and with data unless that is null") {
    const auto start =
        "{\"level\":\"info\",\"timestamp\":\"1970-01-01T00:00:00.000Z\",\"message\":\"opened\""s;
    CHECK(log_line("info", "opened", 0) == start + "}\n");
    CHECK(log_line("info", "opened", json(nullptr), 0) == start + "}\n");
    CHECK(log_line("info", "opened", {{"size", 3}}, 0) == start + ",\"data\":{\"size\":3}}\n");
    CHECK(code_of([] { log_line("info", "m", "text", 0); }) == "log.invalid_data");
}

TEST_CASE("time - is that of the calendar, truncated to milliseconds") {
    CHECK(botyard::timestamp(0) == "1970-01-01T00:00:00.000Z");
    CHECK(botyard::timestamp(1'763'649'000'123) == "2025-11-20T14:30:00.123Z");
    CHECK(botyard::timestamp(253'402'300'799'999) == "9999-12-31T23:59:59.999Z");
}
