"""The record of the bot and the answers to its queries."""

from typing import Any

import pytest
import record
import strategy

SETTINGS = strategy.settings({"symbol": "ACME", "short_period": 2, "long_period": 5})


def measured(date: str, short_sma: float, long_sma: float, value: float = 10.0) -> dict[str, Any]:
    """Return a look as strategy.measure returns it."""
    sma = {"short_sma": short_sma, "long_sma": long_sma, "short_period": 2, "long_period": 5}
    price = {"symbol": "ACME", "value": value, "change_pct": 0.0}
    return {"date": date, "price": price, "sma": {"symbol": "ACME", **sma}}


def live(*looks: dict[str, Any]) -> tuple[dict[str, Any], list[str | None]]:
    remembered, fired = record.resume(SETTINGS, None), []
    for look in looks:
        remembered, signal = record.take(remembered, look)
        fired.append(signal and signal["type"])
    return remembered, fired


def test_the_first_close_never_signals() -> None:
    assert live(measured("2010-01-04", 11, 10))[1] == [None]


def test_a_cross_signals_once() -> None:
    looks = [measured(f"2010-01-{day:02}", short, 10) for day, short in enumerate((11, 9, 9), 4)]
    assert live(*looks)[1] == [None, "SELL", None]
    later = [
        measured(f"2010-01-{day:02}", short, 10) for day, short in enumerate((9, 11, 11, 9), 4)
    ]
    assert live(*later)[1] == [None, "BUY", None, "SELL"]


def test_equal_averages_keep_the_side() -> None:
    looks = [
        measured(f"2010-01-{day:02}", short, 10) for day, short in enumerate((11, 10, 11, 10, 9), 4)
    ]
    assert live(*looks)[1] == [None, None, None, None, "SELL"]


def test_no_signal_after_averages_that_were_equal_from_the_start() -> None:
    looks = [measured(f"2010-01-{day:02}", short, 10) for day, short in enumerate((10, 10, 11), 4)]
    remembered, fired = live(*looks)
    assert (fired, remembered["side"]) == ([None, None, None], "above")


def test_confidence_is_half_at_one_percent_and_at_most_95_hundredths() -> None:
    def confidence(short_sma: float) -> Any:
        return strategy.signal(measured("2010-01-04", short_sma, 100), "above")["confidence"]

    assert [confidence(s) for s in (100.001, 101, 103, 119, 120, 1000)] == [
        0,
        0.5,
        0.75,
        0.95,
        0.95,
        0.95,
    ]


PRICES = [
    {"date": f"day {number:03}", "close": 10.0 + number % 9, "time": f"time {number:03}"}
    for number in range(400)
]


def caught_up(known: int) -> dict[str, Any]:
    """Return the record of a bot that looked once, when `known` closes were known."""
    return record.catch_up(SETTINGS, record.resume(SETTINGS, None), PRICES[:known])[0]


def test_a_look_takes_every_close_since_the_one_before() -> None:
    daily = caught_up(5)
    for known in range(6, 306):
        daily, _ = record.catch_up(SETTINGS, daily, PRICES[:known])
    assert record.catch_up(SETTINGS, caught_up(5), PRICES[:305])[0] == daily
    assert (daily["since"], daily["date"], daily["observations"]) == ("day 004", "day 304", 301)


def test_a_look_without_a_new_close_changes_nothing() -> None:
    remembered = caught_up(20)
    assert record.catch_up(SETTINGS, remembered, PRICES[:20]) == (remembered, [])


def emitted(stored: dict[str, Any] | None, prices: list[dict[str, Any]]) -> list[str]:
    """Return the times of the closes that a look emits."""
    measured = record.to_emit(SETTINGS, stored, prices)
    assert [one["price"]["time"] for one in measured] == [one["sma"]["time"] for one in measured]
    return [one["price"]["time"] for one in measured]


def test_the_first_look_emits_every_close_that_can_be_measured() -> None:
    times = [price["time"] for price in PRICES]
    assert emitted(None, PRICES[:305]) == times[4:305]
    assert emitted(record.resume(SETTINGS, None), PRICES[:5]) == times[4:5]
    assert emitted(None, PRICES[:4]) == []


def test_a_later_look_emits_the_closes_since_the_one_before_or_the_newest_again() -> None:
    assert emitted(caught_up(20), PRICES[:22]) == ["time 020", "time 021"]
    assert emitted(caught_up(20), PRICES[:20]) == ["time 019"]
    assert emitted(caught_up(20), PRICES[30:36]) == ["time 034", "time 035"]


def test_nothing_is_emitted_again_in_a_new_lap_or_with_other_settings() -> None:
    assert emitted(caught_up(100), PRICES[:99]) == ["time 098"]
    other = {**caught_up(20), "symbol": "X"}
    assert emitted(other, PRICES[:22]) == ["time 020", "time 021"]


def test_a_look_with_too_many_new_closes_begins_afresh() -> None:
    remembered = caught_up(20)
    enough, too_few = PRICES[15:100], PRICES[16:100]
    assert record.catch_up(SETTINGS, remembered, enough)[0]["since"] == "day 019"
    assert record.catch_up(SETTINGS, remembered, too_few) == (caught_up(100), [])


def test_a_new_lap_of_the_feed_begins_afresh() -> None:
    assert record.catch_up(SETTINGS, caught_up(100), PRICES[:99]) == (caught_up(99), [])


def test_a_paper_trade_lasts_from_buy_to_sell() -> None:
    remembered, _ = live(
        measured("2010-01-04", 9, 10, 100),
        measured("2010-01-05", 11, 10, 100),
        measured("2010-01-06", 9, 10, 150),
        measured("2010-01-07", 11, 10, 200),
    )
    assert record.performance(remembered) == {
        "symbol": "ACME",
        "buys": 2,
        "sells": 1,
        "trades": 1,
        "wins": 1,
        "return_pct": 50.0,
        "entry": {"date": "2010-01-07", "price": 200},
    }


def test_the_newest_hundred_signals_are_kept_and_all_are_counted() -> None:
    looks = [
        measured(f"2010-{i // 28 + 1:02}-{i % 28 + 1:02}", 9 + i % 2 * 2, 10) for i in range(142)
    ]
    remembered, _ = live(*looks)
    answer = record.signals(remembered, 1000)
    assert (len(answer["signals"]), answer["total"]) == (100, 141)
    assert answer["signals"][0]["date"] == looks[-1]["date"]
    assert [len(record.signals(remembered, limit)["signals"]) for limit in (-1, 0, 3)] == [0, 0, 3]


@pytest.mark.parametrize("other", [{"symbol": "X"}, {"short_period": 3}, {"long_period": 6}])
def test_a_record_of_other_settings_is_not_continued(other: dict[str, Any]) -> None:
    remembered, _ = live(measured("2010-01-04", 11, 10))
    assert record.resume(SETTINGS, remembered) == remembered
    assert record.resume({**SETTINGS, **other}, remembered)["observations"] == 0


@pytest.mark.parametrize("stored", [[], {}, {"format": 2}, "text", 0, False])
def test_a_value_that_is_not_a_record_is_refused(stored: Any) -> None:
    with pytest.raises(ValueError, match="does not contain a crossover record"):
        record.resume(SETTINGS, stored)


def test_a_short_period_that_is_not_less_than_the_long_one_is_refused() -> None:
    with pytest.raises(
        ValueError, match="short_period must be less than long_period, got 20 and 20"
    ):
        strategy.settings({"short_period": 20})
