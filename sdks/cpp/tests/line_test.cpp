#include "line.hpp"

#include <doctest/doctest.h>

#include <map>

#include "failing.hpp"
#include "json/read.hpp"

using botyard::json;
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
