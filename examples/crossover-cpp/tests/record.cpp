/// The record of the bot and the answers to its queries.

#include "record.hpp"

#include <doctest/doctest.h>

using botyard::json;

namespace {

const settings acme{"ACME", 2, 5, 60'000};

/// A look as measure() returns it.
measured look(const std::string& date, double short_sma, double long_sma, double value) {
    return {date,
            {{"symbol", "ACME"}, {"value", value}, {"change_pct", 0.0}},
            {{"symbol", "ACME"},
             {"short_sma", short_sma},
             {"long_sma", long_sma},
             {"short_period", 2},
             {"long_period", 5}}};
}

/// Takes one close a day with these short averages and returns the types of the signals.
json live(record& kept, const std::vector<double>& short_averages) {
    auto fired = json::array();
    for (std::size_t day = 0; day < short_averages.size(); ++day) {
        const auto signal = kept.take(look("day " + std::to_string(100 + day), short_averages[day], 10, 10));
        fired.push_back(signal.is_null() ? json() : signal["type"]);
    }
    return fired;
}

json live(const std::vector<double>& short_averages) {
    auto kept = record::resume(acme, nullptr);
    return live(kept, short_averages);
}

std::vector<day_close> prices() {
    std::vector<day_close> all;
    for (int day = 0; day < 400; ++day) {
        const auto number = std::to_string(1000 + day);
        all.push_back({"day " + number, 10.0 + day % 9, "time " + number});
    }
    return all;
}

/// The record of a bot that looked once, when `known` closes were known.
record caught_up(std::size_t known) {
    const auto all = prices();
    auto kept = record::resume(acme, nullptr);
    kept.catch_up(acme, std::span(all).first(known));
    return kept;
}

}  // namespace

TEST_CASE("a cross signals once and the first close never") {
    CHECK(live({11, 9, 9}) == json{nullptr, "SELL", nullptr});
    CHECK(live({9, 11, 11, 9}) == json{nullptr, "BUY", nullptr, "SELL"});
}

TEST_CASE("equal averages keep the side") {
    CHECK(live({11, 10, 11, 10, 9}) == json{nullptr, nullptr, nullptr, nullptr, "SELL"});
    CHECK(live({10, 10, 11}) == json{nullptr, nullptr, nullptr});
}

TEST_CASE("a look takes every close since the one before") {
    const auto all = prices();
    auto daily = caught_up(5), paused = caught_up(5);
    for (std::size_t known = 6; known <= 305; ++known) daily.catch_up(acme, std::span(all).first(known));
    paused.catch_up(acme, std::span(all).first(305));
    CHECK(paused.fields() == daily.fields());
    CHECK(daily.status()["observations"] == 301);
}

TEST_CASE("a look emits what no earlier look has, or the newest close again") {
    const auto all = prices();
    const auto emitted = [&](const json& stored, std::size_t from, std::size_t count) {
        auto times = json::array();
        for (const auto& one : to_emit(acme, stored, std::span(all).subspan(from, count))) {
            CHECK(one.sma["time"] == one.price["time"]);
            times.push_back(one.price["time"]);
        }
        return times;
    };
    const auto first = emitted(nullptr, 0, 305);
    CHECK(first.size() == 301);
    CHECK(first.front() == "time 1004");
    CHECK(emitted(record::resume(acme, nullptr).fields(), 0, 305) == first);
    CHECK(emitted(nullptr, 0, 4).empty());
    CHECK(emitted(caught_up(20).fields(), 0, 22) == json{"time 1020", "time 1021"});
    CHECK(emitted(caught_up(20).fields(), 0, 20) == json{"time 1019"});
    CHECK(emitted(caught_up(20).fields(), 30, 6) == json{"time 1034", "time 1035"});
    CHECK(emitted(caught_up(100).fields(), 0, 99) == json{"time 1098"});
}

TEST_CASE("a look with too many new closes, or of a new lap, begins afresh") {
    const auto all = prices();
    auto enough = caught_up(20), too_few = caught_up(20), lap = caught_up(100);
    enough.catch_up(acme, std::span(all).subspan(15, 85));
    too_few.catch_up(acme, std::span(all).subspan(16, 84));
    CHECK(enough.status()["since"] == "day 1019");
    CHECK(too_few.fields() == caught_up(100).fields());
    CHECK(lap.catch_up(acme, std::span(all).first(99)).empty());
    CHECK(lap.fields() == caught_up(99).fields());
}

TEST_CASE("a paper trade lasts from buy to sell") {
    auto kept = record::resume(acme, nullptr);
    for (const auto& [date, short_sma, value] : {std::tuple("a", 9, 100), std::tuple("b", 11, 100),
                                                 std::tuple("c", 9, 150), std::tuple("d", 11, 200)}) {
        kept.take(look(date, short_sma, 10, value));
    }
    CHECK(json(kept.performance()) == json{{"symbol", "ACME"},
                                           {"buys", 2},
                                           {"sells", 1},
                                           {"trades", 1},
                                           {"wins", 1},
                                           {"return_pct", 50},
                                           {"entry", {{"date", "d"}, {"price", 200}}}});
}

TEST_CASE("the newest hundred signals are kept and all are counted") {
    std::vector<double> averages;
    for (int day = 0; day < 142; ++day) averages.push_back(9 + day % 2 * 2);
    auto kept = record::resume(acme, nullptr);
    live(kept, averages);
    for (const auto& [limit, count] :
         {std::pair(-1, 0), std::pair(0, 0), std::pair(3, 3), std::pair(1000, 100)}) {
        CHECK(kept.signals(limit)["signals"].size() == static_cast<std::size_t>(count));
    }
    CHECK(kept.signals(1)["total"] == 141);
    CHECK(kept.signals(1)["signals"][0]["date"] == "day 241");
}

TEST_CASE("a value that is not a record is refused, and a record of other settings is not continued") {
    for (const auto& stored :
         {json::array(), json::object(), json{{"format", 2}}, json("text"), json(0), json(false)}) {
        CHECK_THROWS_AS(record::resume(acme, stored), std::runtime_error);
    }
    const settings other{"X", 2, 5, 60'000};
    CHECK(record::resume(other, caught_up(20).fields()).fields() == record::resume(other, nullptr).fields());
}

TEST_CASE("a short period that is not less than the long one is refused") {
    CHECK_THROWS_WITH(settings::of({{"short_period", 20}}),
                      "short_period must be less than long_period, got 20 and 20");
}
