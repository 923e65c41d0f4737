#include <botyard/convert.hpp>

#include <doctest/doctest.h>

using botyard::json;

namespace {

template <class T>
std::optional<T> as(const json& value) {
    std::string reason;
    return botyard::detail::converted<T>(value, reason);
}

struct position {
    std::string symbol;
    double amount;
};
void from_json(const json& value, position& position) {
    value.at("symbol").get_to(position.symbol);
    value.at("amount").get_to(position.amount);
}

}  // namespace

TEST_CASE("conversion - a number fits a type that represents it") {
    CHECK(as<int>(5.0) == 5);
    CHECK(as<int>(1.5) == std::nullopt);
    CHECK(as<std::uint8_t>(300) == std::nullopt);
    CHECK(as<unsigned>(-1) == std::nullopt);
    CHECK(as<std::int64_t>(9223372036854775807) == 9223372036854775807);
    CHECK(as<std::int64_t>(9223372036854775808.0) == std::nullopt);
    CHECK(as<std::int64_t>(-9223372036854775808.0) == std::numeric_limits<std::int64_t>::min());
    CHECK(as<double>(5) == 5.0);
}

TEST_CASE("conversion - a type does not take a value of another kind") {
    CHECK(as<int>(true) == std::nullopt);
    CHECK(as<bool>(1) == std::nullopt);
    CHECK(as<double>("1") == std::nullopt);
    CHECK(as<std::string>(1) == std::nullopt);
    CHECK(as<std::vector<int>>(json{1, 2.5}) == std::nullopt);
}

TEST_CASE("conversion - containers, optional parts and the bot's own types") {
    CHECK(as<std::vector<double>>(json{1, 2.5}) == std::vector{1.0, 2.5});
    CHECK(as<std::map<std::string, int>>(json{{"a", 1}}) == std::map<std::string, int>{{"a", 1}});
    CHECK(as<std::vector<std::optional<int>>>(json{1, nullptr}) == std::vector<std::optional<int>>{1, {}});
    CHECK(as<position>(json{{"symbol", "AAPL"}, {"amount", 3}})->amount == 3);
    CHECK(as<position>(json{{"symbol", "AAPL"}}).has_value() == false);
}
