#include "strategy.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

using botyard::json;

namespace {

double average(std::span<const day_close> closes) {
    double total = 0;
    for (const auto& one : closes) total += one.price;
    return rounded(total / static_cast<double>(closes.size()), 4);
}

}  // namespace

settings settings::of(const json& config) {
    settings found;
    found.symbol = config.value("symbol", found.symbol);
    found.short_period = config.value("short_period", found.short_period);
    found.long_period = config.value("long_period", found.long_period);
    found.update_interval_ms = config.value("update_interval_ms", found.update_interval_ms);
    if (found.short_period >= found.long_period) {
        throw std::invalid_argument("short_period must be less than long_period, got " +
                                    std::to_string(found.short_period) + " and " +
                                    std::to_string(found.long_period));
    }
    return found;
}

std::optional<measured> measure(const settings& settings, std::span<const day_close> prices) {
    if (prices.size() < settings.long_period) return std::nullopt;
    const auto newest = prices.last(settings.long_period);
    const auto current = newest.back().price, previous = newest[newest.size() - 2].price;
    const auto& [date, _, time] = newest.back();
    return measured{
        date,
        {{"symbol", settings.symbol},
         {"value", rounded(current, 2)},
         {"change_pct", rounded((current - previous) / previous * 100, 3)},
         {"time", time}},
        {{"symbol", settings.symbol},
         {"short_sma", average(newest.last(settings.short_period))},
         {"long_sma", average(newest)},
         {"short_period", settings.short_period},
         {"long_period", settings.long_period},
         {"time", time}},
    };
}

json side_of(const measured& newest, const json& before) {
    const double short_sma = newest.sma["short_sma"], long_sma = newest.sma["long_sma"];
    if (short_sma == long_sma) return before;
    return short_sma > long_sma ? "above" : "below";
}

json signal_of(const measured& newest, const std::string& side) {
    const double short_sma = newest.sma["short_sma"], long_sma = newest.sma["long_sma"];
    const double gap = std::abs(short_sma - long_sma), one_percent = long_sma / 100;
    const auto sma = [&](const char* period) {
        return "SMA(" + std::to_string(newest.sma[period].get<int>()) + ")";
    };
    return {
        {"type", side == "above" ? "BUY" : "SELL"},
        {"symbol", newest.price["symbol"]},
        {"price", newest.price["value"]},
        {"confidence", rounded(std::min(0.95, gap / (gap + one_percent)), 2)},
        {"reason", sma("short_period") + " crossed " + side + " " + sma("long_period")},
    };
}

double rounded(double x, int digits) {
    // to_chars uses the exact value, but rounds the middle to even. There, the neighbour of x decides.
    const double doubled = std::ldexp(x, digits + 1);
    const bool in_the_middle = std::trunc(doubled) == doubled && std::fmod(doubled, 2) != 0;
    if (in_the_middle) x = std::nextafter(x, std::copysign(INFINITY, x));
    char text[400];
    const auto end = std::to_chars(text, std::end(text), x, std::chars_format::fixed, digits).ptr;
    std::from_chars(text, end, x);
    // Adding zero turns -0.0 into 0.0.
    return x + 0.0;
}
