#pragma once

/// The computations of the crossover bot, as pure functions: no clock, no network, no state.
///
/// They follow `../../crossover.md` exactly, so that bots in other languages compute the same numbers.

#include <botyard/json.hpp>
#include <optional>
#include <span>
#include <string>

struct settings {
    std::string symbol = "AAPL";
    std::size_t short_period = 5;
    std::size_t long_period = 20;
    long update_interval_ms = 60'000;

    /// Reads the config, with the defaults of missing settings.
    static settings of(const botyard::json& config);
};

/// The closing price of a day.
struct day_close {
    std::string date;
    double price;
    /// When it was published, if the feed says so; its date otherwise.
    std::string time;
};

/// A close with the data of its metrics `price` and `sma`.
struct measured {
    std::string date;
    botyard::json price;
    botyard::json sma;
};

/// Returns what is measured at the newest close; nothing if there is too little history.
std::optional<measured> measure(const settings& settings, std::span<const day_close> prices);

/// Returns the side of the short average, `"above"` or `"below"`, or `before` if the two are equal.
botyard::json side_of(const measured& newest, const botyard::json& before);

/// Returns the data of the signal of a close at which the short average crossed to `side`.
botyard::json signal_of(const measured& newest, const std::string& side);

/// Rounds the exact value of `x` to `digits` decimals, the middle away from zero.
double rounded(double x, int digits);
