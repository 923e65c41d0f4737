/// Types that cannot be read as JSON do not compile, and the compiler says what to do.

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <regex>

#include "bot.hpp"

namespace {

/// What the compiler says about a program with this text.
std::string complaints(const std::string& text) {
    const folder home;
    const auto source = home.path() + "/bot.cpp";
    const auto command = COMPILER " -fsyntax-only " + source + " 2>&1";
    std::ofstream(source) << "#include <botyard/state.hpp>\n" << text;
    auto* const out = ::popen(command.c_str(), "r");
    std::string said;
    std::array<char, 4096> part;
    while (const auto length = std::fread(part.data(), 1, part.size(), out)) said.append(part.data(), length);
    ::pclose(out);
    return said;
}

/// The sentences of failed assertions; any other error is one without a sentence.
std::vector<std::string> errors(const std::string& said) {
    std::vector<std::string> all;
    const std::regex error("error:(?: static assertion failed:)? (.*)");
    for (std::sregex_iterator at(said.begin(), said.end(), error), end; at != end; ++at)
        all.push_back((*at)[1]);
    return all;
}

}  // namespace

TEST_CASE("the compiler says what to declare for an enumeration, and what to read in place of a character") {
    const auto said = errors(complaints(R"(
        enum class side { buy, sell };
        const auto side_of_trade = botyard::state::get_as<side>("side");
        const auto initial = botyard::state::get_as<char>("initial");
    )"));
    REQUIRE(said.size() == 2);
    CHECK(said[0] ==
          "an enumeration is read by its words: declare them with NLOHMANN_JSON_SERIALIZE_ENUM in its "
          "namespace");
    CHECK(said[1] == "JSON has no characters: read a std::string, or a std::int8_t for a number");
}

TEST_CASE("the compiler takes an enumeration with words or a from_json, also inside of a class") {
    CHECK(complaints(R"(
        struct trade {
            enum side { buy, sell };
            enum class way { in, out };
            friend void from_json(const botyard::json&, way& read) { read = way::in; }
            side bought;
            std::optional<way> went;
            BOTYARD_MEMBERS(bought, went)
        };
        NLOHMANN_JSON_SERIALIZE_ENUM(trade::side, {{trade::buy, "buy"}, {trade::sell, "sell"}})
        const auto last = botyard::state::get_as<std::vector<trade>>("last");
    )") == "");
}
