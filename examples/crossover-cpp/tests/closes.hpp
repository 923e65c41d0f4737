#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "strategy.hpp"

/// What the tests read in the folder of the examples.

inline std::ifstream opened(const std::string& path) {
    std::ifstream file(std::string(EXAMPLES) + "/" + path);
    REQUIRE_MESSAGE(file, path);
    return file;
}

inline botyard::json fixture(const std::string& name) {
    auto file = opened("expected/fixtures/" + name);
    return botyard::json::parse(file);
}

/// All closes that the feed has of a symbol.
inline std::vector<day_close> closes(const std::string& symbol) {
    auto file = opened("price-feed/data/" + symbol + ".csv");
    std::vector<day_close> prices;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const auto comma = line.find(',');
        const auto date = line.substr(0, comma);
        prices.push_back({date, botyard::json::parse(line.substr(comma + 1)), date});
    }
    return prices;
}
