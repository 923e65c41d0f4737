#include <botyard/convert.hpp>

#include <doctest/doctest.h>

#include <array>
#include <list>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "json/read.hpp"

using botyard::json;
using botyard::read_json;

namespace {

template <class T>
std::optional<T> as(const json& value) {
    try {
        return botyard::detail::converter<T>::convert(value);
    } catch (const botyard::detail::misfit&) {
        return std::nullopt;
    }
}

/// Why a value does not fit; empty if it does.
template <class T>
std::string refusal(const json& value) {
    try {
        botyard::detail::converter<T>::convert(value);
        return "";
    } catch (const botyard::detail::misfit& misfit) {
        return misfit.reason();
    }
}

enum class direction { up, down };
NLOHMANN_JSON_SERIALIZE_ENUM(direction, {{direction::up, "up"}, {direction::down, "down"}})

enum class level { low = 1, high = 2 };
NLOHMANN_JSON_SERIALIZE_ENUM(level, {{level::low, 1}, {level::high, 2}})

enum tagged { none, some };
NLOHMANN_JSON_SERIALIZE_ENUM(tagged, {{none, nullptr}, {some, 7}})

struct leg {
    double price;
    std::uint8_t size = 1;
    BOTYARD_MEMBERS(price)
    BOTYARD_DEFAULTS(size)
};

struct position {
    std::string symbol;
    int qty;
    ::direction direction;
    std::optional<double> stop;
    std::vector<leg> legs;
    BOTYARD_MEMBERS(symbol, qty, direction, stop, legs)
};

/// Structs that are written as people write them.
struct tight {
    int price = 0;
    std::optional<int> stop;
    double size = 1;
    bool open = true;
    // clang-format off
    BOTYARD_MEMBERS(price,stop)
    BOTYARD_DEFAULTS(size,open)
    // clang-format on
};
struct wide {
    int price = 0;
    std::optional<int> stop;
    double size = 1;
    bool open = true;
    // clang-format off
    BOTYARD_MEMBERS( price  ,	stop , // why
        size
            ,
        open )
    // clang-format on
};

/// A struct as nlohmann/json alone describes it.
struct plain {
    std::uint8_t qty;
    ::direction direction;
    std::vector<float> prices;
    NLOHMANN_DEFINE_TYPE_INTRUSIVE(plain, qty, direction, prices)
};

enum class side { buy, sell };
void from_json(const json& value, side& side) {
    if (value != "B" && value != "S") throw std::domain_error("a side is B or S");
    side = value == "B" ? ::side::buy : ::side::sell;
}

/// A type whose functions fail without any message.
struct silent : std::exception {
    const char* what() const noexcept override { return nullptr; }
};
struct unread {};
void from_json(const json&, unread&) { throw silent(); }
void to_json(json&, const unread&) { throw silent(); }

struct chain {
    std::vector<chain> next;
    BOTYARD_MEMBERS(next)
};

/// A type that only reads itself.
struct symbol {
    std::string name;
};
void from_json(const json& value, symbol& symbol) {
    symbol.name = value.get<std::string>();
    if (symbol.name.empty()) throw std::domain_error("a symbol has a name");
    for (auto& c : symbol.name) c = static_cast<char>(std::toupper(c));
}

}  // namespace

TEST_CASE("conversion - a number fits a type that represents it") {
    CHECK(as<int>(5.0) == 5);
    CHECK(as<int>(1.5) == std::nullopt);
    CHECK(as<std::uint8_t>(300) == std::nullopt);
    CHECK(as<unsigned>(-1) == std::nullopt);
    CHECK(as<std::int64_t>(9223372036854775807) == 9223372036854775807);
    CHECK(as<std::int64_t>(9223372036854775808.0) == std::nullopt);
    CHECK(as<double>(5) == 5.0);
    CHECK(as<double>(9007199254740992) == 9007199254740992.0);
    CHECK(as<double>(9007199254740993) == std::nullopt);
    CHECK(as<double>(std::numeric_limits<std::int64_t>::max()) == std::nullopt);
    CHECK(as<float>(0.1) == 0.1F);
    CHECK(as<float>(1e300) == std::nullopt);
}

TEST_CASE("conversion - a whole number is exact or refused, in whatever notation") {
    const auto most = std::numeric_limits<std::int64_t>::max();
    const auto least = std::numeric_limits<std::int64_t>::min();
    const auto i64 = [](const std::string& text) { return as<std::int64_t>(read_json(text)); };
    const auto u64 = [](const std::string& text) { return as<std::uint64_t>(read_json(text)); };
    CHECK(i64("9007199254740991.0") == 9007199254740991);
    CHECK(i64("9007199254740992.0") == 9007199254740992);
    CHECK(i64("1e18") == 1'000'000'000'000'000'000);
    CHECK(i64("-0.00000920e21") == -9'200'000'000'000'000);
    CHECK(i64("-9223372036854775808.0") == least);
    CHECK(u64("18446744073709549568e0") == 18446744073709549568U);
    for (const std::string text :
         {"9007199254740993.0", "9007199254740992.5", "-9007199254740993e0", "1000000000000000001.0",
          "9223372036854775807.0", "9223372036854775808e0", "-9223372036854775809"}) {
        CAPTURE(text);
        CHECK(i64(text) == std::nullopt);
    }
    CHECK(u64("9223372036854775807.0") == std::nullopt);
    CHECK(u64("18446744073709551615.0") == std::nullopt);
    CHECK(u64("18446744073709551616.0") == std::nullopt);
    CHECK(refusal<std::vector<std::int64_t>>(read_json("[1,9007199254740993.0]")) ==
          "[1] must be an integer from -9223372036854775808 to 9223372036854775807 without a fraction or an "
          "exponent, got a number");
    CHECK(i64("9223372036854775807") == most);
    CHECK(as<std::array<std::int64_t, 1>>(read_json("[9007199254740992.5]")) == std::nullopt);
    CHECK(as<std::array<std::int64_t, 1>>(read_json("[18446744073709551615]")) == std::nullopt);
    CHECK(as<std::array<std::uint64_t, 1>>(read_json("[-1]")) == std::nullopt);
}

TEST_CASE("conversion - a double takes every integer that it represents, and a float too") {
    CHECK(as<double>(read_json("9223372036854775808")) == 0x1p63);
    CHECK(as<double>(read_json("-9223372036854775808")) == -0x1p63);
    CHECK(as<double>(read_json("18446744073709549568")) == 18446744073709549568.0);
    CHECK(as<double>(read_json("18446744073709551615")) == std::nullopt);
    CHECK(as<double>(read_json("1.8446744073709552e+19")) == 0x1p64);
    CHECK(as<double>(read_json("1.2345678901234567e18")) == 1234567890123456700.0);
    CHECK(as<float>(read_json("9223372036854775808")) == 0x1p63F);
    CHECK(as<float>(read_json("16777216.0")) == 16777216.0F);
    CHECK(as<float>(read_json("187.53")) == 187.53F);
    for (const std::string text : {"16777217", "16777217.0", "1.6777217e7", "1e18", "1e-60"}) {
        CAPTURE(text);
        CHECK(as<float>(read_json(text)) == std::nullopt);
        CHECK(as<std::array<float, 1>>(json{read_json(text)}) == std::nullopt);
    }
}

TEST_CASE("conversion - a type does not take a value of another kind") {
    CHECK(as<int>(true) == std::nullopt);
    CHECK(as<bool>(1) == std::nullopt);
    CHECK(as<double>("1") == std::nullopt);
    CHECK(as<std::string>(1) == std::nullopt);
    CHECK(as<std::vector<int>>(json{1, 2.5}) == std::nullopt);
    CHECK(as<int>(nullptr) == std::nullopt);
}

TEST_CASE("conversion - containers and optional parts") {
    CHECK(as<std::vector<double>>(json{1, 2.5}) == std::vector{1.0, 2.5});
    CHECK(as<std::vector<bool>>(json{true}) == std::vector{true});
    CHECK(as<std::list<int>>(json{1, 2.0}) == std::list{1, 2});
    CHECK(as<std::unordered_set<std::string>>(json{"b", "a"})->size() == 2);
    CHECK(as<std::map<std::string, int>>(json{{"a", 1}}) == std::map<std::string, int>{{"a", 1}});
    CHECK(as<std::unordered_map<std::string, int>>(json{{"a", 1.0}})->at("a") == 1);
    CHECK(as<std::vector<std::optional<int>>>(json{1, nullptr}) == std::vector<std::optional<int>>{1, {}});
    CHECK(as<std::array<int, 2>>(json{1, 2.0}) == std::array{1, 2});
    CHECK(as<std::pair<std::string, int>>(json{"a", 1})->second == 1);
    CHECK(refusal<std::set<int>>(json{1, 1}) == "it must be an array without duplicates, got an array");
    CHECK(refusal<std::array<int, 2>>(json{1, 2.5}) == "[1] must be an integer, got a number");
}

TEST_CASE("conversion - a struct is read whole, and what may be missing keeps its value") {
    const auto read = as<position>(json::parse(
        R"({"symbol":"AAPL","qty":5e0,"direction":"down","legs":[{"price":1,"size":255.0},{"price":2}],"more":1})"));
    REQUIRE(read);
    CHECK(read->symbol == "AAPL");
    CHECK(read->qty == 5);
    CHECK(read->direction == direction::down);
    CHECK_FALSE(read->stop);
    CHECK(read->legs[0].size == 255);
    CHECK(read->legs[1].size == 1);
}

TEST_CASE_TEMPLATE("conversion - members may be named with any white space between them, or none", T, tight,
                   wide) {
    const json given = {{"price", 1}, {"stop", 2}, {"size", 0.5}, {"open", false}};
    const auto read = as<T>(given);
    REQUIRE(read);
    CHECK(read->price == 1);
    CHECK(read->stop == 2);
    CHECK(read->size == 0.5);
    CHECK_FALSE(read->open);
    CHECK(json(*read) == given);
    CHECK(refusal<T>(json{{"price", 1}, {"stop", "x"}}) == "stop must be an integer, got a string");
}

TEST_CASE(
    "conversion - a struct with a part that does not fit is refused with the path and what is expected") {
    const json good = {{"symbol", "AAPL"}, {"qty", 1}, {"direction", "up"}, {"legs", {{{"price", 1}}}}};
    CHECK(refusal<position>(good).empty());
    const auto changed = [&](const char* place, const json& value) {
        auto changed = good;
        changed[json::json_pointer(place)] = value;
        return refusal<position>(changed);
    };
    CHECK(changed("/qty", 1.7) == "qty must be an integer, got a number");
    CHECK(changed("/qty", 3e9) == "qty must be an integer from -2147483648 to 2147483647, got a number");
    CHECK(changed("/qty", nullptr) == "qty must be an integer, got null");
    CHECK(changed("/qty", true) == "qty must be an integer, got a boolean");
    CHECK(changed("/direction", "left") == R"(direction must be one of "up", "down", got a string)");
    CHECK(changed("/direction", 0) == R"(direction must be one of "up", "down", got a number)");
    CHECK(changed("/stop", "none") == "stop must be a number, got a string");
    CHECK(changed("/legs", json::object()) == "legs must be an array, got an object");
    CHECK(changed("/legs/0", json::array()) == "legs[0] must be an object, got an array");
    CHECK(changed("/legs/0/size", 256) == "legs[0].size must be an integer from 0 to 255, got a number");
    CHECK(changed("/legs/0", json::object()) == "legs[0].price is missing");
    CHECK(refusal<position>(json{{"symbol", "AAPL"}}) == "qty is missing");
    CHECK(refusal<std::map<std::string, bool>>(json{{"a b", 1}}) ==
          R"(["a b"] must be true or false, got a number)");
}

TEST_CASE("conversion - an enumeration may have numbers and null as words") {
    CHECK(as<level>(2.0) == level::high);
    CHECK(refusal<level>(3) == "it must be one of 1, 2, got a number");
    CHECK(refusal<level>("high") == "it must be one of 1, 2, got a string");
    CHECK(as<std::byte>(255) == std::byte{255});
    CHECK(refusal<std::byte>(256) == "it must be an integer from 0 to 255, got a number");
    CHECK(as<tagged>(7.0) == some);
    CHECK(as<tagged>(nullptr) == none);
    CHECK(refusal<tagged>(8) == "it must be one of null, 7, got a number");
}

TEST_CASE("conversion - a struct that nlohmann/json reads must hold what was given") {
    const json good = {{"qty", 1.0}, {"direction", "down"}, {"prices", {0.1, 2}}, {"more", true}};
    CHECK(as<plain>(good)->direction == direction::down);
    const auto changed = [&](const char* place, const json& value) {
        auto changed = good;
        changed[json::json_pointer(place)] = value;
        return refusal<plain>(changed);
    };
    CHECK(changed("/qty", 1.7) == "qty must be an integer, got a number");
    CHECK(changed("/qty", 256) == "qty must be a value that its type holds unchanged, got a number");
    CHECK(changed("/qty", true) == "qty must be a number, got a boolean");
    CHECK(changed("/direction", "left") ==
          "direction must be a value that its type holds unchanged, got a string");
    CHECK(changed("/prices/1", 16777217) ==
          "prices[1] must be a value that its type holds unchanged, got a number");
    CHECK(changed("/qty", "1").starts_with("it does not fit: "));
}

TEST_CASE("conversion - a type that only reads itself decides itself what it accepts") {
    CHECK(as<symbol>("aapl")->name == "AAPL");
    CHECK(as<side>("S") == side::sell);
    CHECK(refusal<side>("b") == "it does not fit: a side is B or S");
    CHECK(refusal<std::vector<symbol>>(json{"a", ""}) == "[1] does not fit: a symbol has a name");
    CHECK(refusal<std::vector<unread>>(json{1}) == "[0] does not fit");
    CHECK(botyard::json_form(unread()).failure() == "its to_json failed");
}

TEST_CASE("conversion - a value that is nested in itself is read to the depth of JSON") {
    json value = {{"next", json::array()}};
    for (int depth = 0; depth < 200; ++depth) value = {{"next", json::array({value})}};
    CHECK(refusal<chain>(value).empty());
    value["next"][0]["next"][0]["next"] = 1;
    CHECK(refusal<chain>(value) == "next[0].next[0].next must be an array, got a number");
}

TEST_CASE("conversion - a struct is written as it is read, also by nlohmann/json") {
    const position given{"AAPL", 5, direction::down, {}, {{187.5, 3}}};
    const auto written = json::parse(
        R"({"symbol":"AAPL","qty":5,"direction":"down","stop":null,"legs":[{"price":187.5,"size":3}]})");
    CHECK(json(given) == written);
    CHECK(json(as<position>(written).value()) == written);
    CHECK(json(std::vector{given})[0].get<position>().legs[0].price == 187.5);
    CHECK_THROWS_WITH_AS(json(1).get<leg>(), "it must be an object, got a number", std::invalid_argument);
}
