#include "record.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>

using botyard::json;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t kept_signals = 100;

json before_the_first_look(const settings& settings) {
    return {
        {"format", 1},
        {"symbol", settings.symbol},
        {"short_period", settings.short_period},
        {"long_period", settings.long_period},
        {"since", nullptr},
        {"date", nullptr},
        {"observations", 0},
        {"price", nullptr},
        {"change_pct", nullptr},
        {"short_sma", nullptr},
        {"long_sma", nullptr},
        {"side", nullptr},
        {"buys", 0},
        {"sells", 0},
        {"signals", json::array()},
        {"entry", nullptr},
        {"trades", 0},
        {"wins", 0},
        {"equity", 1},
    };
}

void increase(json& count) { count = count.get<std::int64_t>() + 1; }

/// Some fields of an object, in this order.
ordered_json chosen(const json& fields, std::initializer_list<const char*> names) {
    auto part = ordered_json::object();
    for (const auto* name : names) part[name] = fields.at(name);
    return part;
}

/// A signal, as the answers show it.
ordered_json shown(const json& signal) {
    return chosen(signal, {"date", "type", "symbol", "price", "confidence", "reason"});
}

/// The number of closes up to a date.
std::size_t closes_until(const std::string& date, std::span<const day_close> prices) {
    const auto is_until = [&](const day_close& one) { return one.date <= date; };
    return static_cast<std::size_t>(std::ranges::partition_point(prices, is_until) - prices.begin());
}

}  // namespace

std::vector<measured> to_emit(const settings& settings, const json& stored,
                              std::span<const day_close> prices) {
    const auto last = stored.is_null() ? json() : stored.value("date", json());
    const auto old = last.is_null() ? 0 : closes_until(last, prices);
    std::vector<measured> found;
    for (auto at = std::min(std::max(old, settings.long_period - 1), prices.size() - 1); at < prices.size();
         ++at) {
        if (auto newest = measure(settings, prices.first(at + 1))) found.push_back(std::move(*newest));
    }
    return found;
}

record record::resume(const settings& settings, const json& stored) {
    auto fresh = before_the_first_look(settings);
    if (stored.is_null()) return record(std::move(fresh));
    if (!stored.is_object() || stored.value("format", json()) != 1) {
        throw std::runtime_error(std::string("the state key \"") + record_key +
                                 "\" does not contain a crossover record: delete it to begin afresh");
    }
    const auto belongs = [&](const char* name) { return stored.value(name, json()) == fresh[name]; };
    const bool continues = belongs("symbol") && belongs("short_period") && belongs("long_period");
    return record(continues ? stored : std::move(fresh));
}

std::vector<json> record::catch_up(const settings& settings, std::span<const day_close> prices) {
    auto at = first_new(settings, prices);
    if (at < settings.long_period) {
        fields_ = before_the_first_look(settings);
        at = prices.size() - 1;
    }
    std::vector<json> signals;
    for (; at < prices.size(); ++at) {
        const auto newest = measure(settings, prices.first(at + 1));
        if (auto fired = newest ? take(*newest) : json(); !fired.is_null())
            signals.push_back(std::move(fired));
    }
    return signals;
}

/// Returns the index of the first new close, which is also the number of those seen; 0 if the record does not
/// continue.
std::size_t record::first_new(const settings& settings, std::span<const day_close> prices) const {
    if (fields_["date"].is_null()) return 0;
    const auto last = fields_["date"].get<std::string>();
    const auto seen = closes_until(last, prices);
    return prices.back().date >= last && seen >= settings.long_period ? seen : 0;
}

json record::take(const measured& newest) {
    const auto before = fields_["side"];
    const auto side = side_of(newest, before);
    fields_["side"] = side;
    if (fields_["since"].is_null()) fields_["since"] = newest.date;
    fields_["date"] = newest.date;
    increase(fields_["observations"]);
    fields_["price"] = newest.price["value"];
    fields_["change_pct"] = newest.price["change_pct"];
    fields_["short_sma"] = newest.sma["short_sma"];
    fields_["long_sma"] = newest.sma["long_sma"];
    if (before.is_null() || side == before) return nullptr;
    auto signal = signal_of(newest, side);
    signal["date"] = newest.date;
    auto& signals = fields_["signals"];
    signals.push_back(signal);
    if (signals.size() > kept_signals) signals.erase(0);
    trade(signal);
    return signal;
}

/// Records a paper trade: a BUY opens a trade, a SELL closes it.
void record::trade(const json& signal) {
    auto& entry = fields_["entry"];
    if (signal["type"] == "BUY") {
        increase(fields_["buys"]);
        entry = {{"date", signal["date"]}, {"price", signal["price"]}};
        return;
    }
    increase(fields_["sells"]);
    if (entry.is_null()) return;
    const double bought = entry["price"], sold = signal["price"];
    entry = nullptr;
    increase(fields_["trades"]);
    if (sold > bought) increase(fields_["wins"]);
    fields_["equity"] = fields_["equity"].get<double>() * (sold / bought);
}

ordered_json record::status() const {
    auto answer = chosen(fields_, {"symbol", "short_period", "long_period", "since", "date", "price",
                                   "change_pct", "short_sma", "long_sma", "side", "observations"});
    const auto& signals = fields_["signals"];
    answer["last_signal"] = signals.empty() ? ordered_json() : shown(signals.back());
    return answer;
}

ordered_json record::signals(std::int64_t limit) const {
    const auto& all = fields_["signals"];
    const auto count = std::clamp<std::int64_t>(limit, 0, static_cast<std::int64_t>(all.size()));
    auto newest = ordered_json::array();
    std::transform(all.rbegin(), all.rbegin() + count, std::back_inserter(newest), shown);
    return {{"signals", newest}, {"total", fields_["buys"].get<int>() + fields_["sells"].get<int>()}};
}

ordered_json record::performance() const {
    auto answer = chosen(fields_, {"symbol", "buys", "sells", "trades", "wins"});
    answer["return_pct"] = rounded((fields_["equity"].get<double>() - 1) * 100, 3);
    answer["entry"] =
        fields_["entry"].is_null() ? ordered_json() : chosen(fields_["entry"], {"date", "price"});
    return answer;
}
