/// The pure functions against independently computed numbers.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "closes.hpp"
#include "record.hpp"

using botyard::json;

namespace {

/// Returns the part of the known closes that the feed sends to the bot.
std::span<const day_close> answer(const settings& settings, std::span<const day_close> known) {
    return known.last(std::min(known.size(), settings.long_period + most_new_closes));
}

/// The record as the next process reads it.
record restored(const settings& settings, const record& before) {
    return record::resume(settings, json::parse(before.fields().dump()));
}

}  // namespace

TEST_CASE("rounding is exact and rounds the middle away from zero") {
    for (const auto& row : fixture("rounding.json")) {
        CAPTURE(row);
        const double seen = rounded(row[0], row[1]), expected = row[2];
        CHECK(seen == expected);
        CHECK(std::signbit(seen) == std::signbit(expected));
    }
}

TEST_CASE("a bot's history matches the computed one") {
    const auto lives = fixture("looks.json");
    for (const auto& [name, life] : lives.items()) {
        CAPTURE(name);
        const auto chosen = settings::of(life["settings"]);
        const auto history = closes(chosen.symbol);
        auto kept = record::resume(chosen, nullptr);
        for (const auto& look : life["looks"]) {
            const std::string at = look["at"];
            const auto end =
                std::ranges::partition_point(history, [&](const day_close& one) { return one.date <= at; });
            const auto known = answer(chosen, std::span(history.begin(), end));
            const auto emitted = to_emit(chosen, kept.fields(), known);
            if (emitted.empty()) {
                CHECK(look == json{{"at", at}, {"closes", known.size()}});
                continue;
            }
            const auto signals = kept.catch_up(chosen, known);
            kept = restored(chosen, kept);
            CHECK(look == json{{"at", at},
                               {"first", emitted.front().date},
                               {"date", emitted.back().date},
                               {"price", emitted.back().price},
                               {"sma", emitted.back().sma},
                               {"signals", signals}});
        }
        CHECK(json(kept.status()) == life["status"]);
        CHECK(json(kept.signals(100)) == life["signals"]);
        CHECK(json(kept.performance()) == life["performance"]);
    }
}

TEST_CASE("the signals of thirteen years match those computed from the closes") {
    const std::vector<std::vector<std::size_t>> all_pauses = {{1, 2, 13, 1, 40},
                                                              {300, 299, 1, 300, 300, 150}};
    for (const auto& history : fixture("signals.json")) {
        const auto chosen = settings::of(history);
        const auto prices = closes(chosen.symbol);
        for (const auto& pauses : all_pauses) {
            auto kept = record::resume(chosen, nullptr);
            auto shown = json::array();
            for (std::size_t known = chosen.long_period, look = 0;; ++look) {
                for (const auto& fired :
                     kept.catch_up(chosen, answer(chosen, std::span(prices).first(known)))) {
                    shown.push_back({fired["date"], fired["type"], fired["price"]});
                }
                if (known == prices.size()) break;
                known = std::min(prices.size(), known + pauses[look % pauses.size()]);
            }
            CHECK(shown == history["signals"]);
            CHECK(kept.status()["since"] == history["since"]);
            CHECK(kept.status()["observations"] == prices.size() - chosen.long_period + 1);
        }
    }
}
