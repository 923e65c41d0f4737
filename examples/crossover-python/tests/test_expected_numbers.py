"""The pure functions against independently computed numbers."""

import json
import pathlib
import random
import runpy
from typing import Any

import pytest
import record
import strategy

examples = pathlib.Path(__file__).parents[2]
fixtures = examples / "expected" / "fixtures"
lives: dict[str, Any] = json.loads((fixtures / "looks.json").read_text())


def closes(symbol: str) -> list[dict[str, Any]]:
    rows = (examples / "price-feed" / "data" / f"{symbol}.csv").read_text().splitlines()[1:]
    return [{"date": row[:10], "close": float(row[11:]), "time": row[:10]} for row in rows]


def answer(settings: dict[str, Any], known: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the part of the known closes that the feed sends to the bot."""
    return known[-(settings["long_period"] + record.MOST_NEW_CLOSES) :]


def test_rounding_is_exact_and_rounds_the_middle_away_from_zero() -> None:
    for x, digits, expected in json.loads((fixtures / "rounding.json").read_text()):
        assert repr(strategy.rounded(x, digits)) == repr(float(expected)), f"round({x!r}, {digits})"


@pytest.mark.parametrize("name", lives)
def test_a_bots_history_matches_the_computed_one(name: str) -> None:
    life = lives[name]
    settings = strategy.settings(life["settings"])
    history = closes(settings["symbol"])
    remembered = record.resume(settings, None)
    for look in life["looks"]:
        known = answer(settings, [price for price in history if price["date"] <= look["at"]])
        emitted = record.to_emit(settings, remembered, known)
        if not emitted:
            assert look == {"at": look["at"], "closes": len(known)}
            continue
        first, newest = emitted[0]["date"], emitted[-1]
        remembered, signals = record.catch_up(settings, remembered, known)
        remembered = record.resume(settings, json.loads(json.dumps(remembered)))
        assert {"at": look["at"], "first": first, **newest, "signals": signals} == look
    assert list(record.status(remembered).items()) == list(life["status"].items())
    assert record.signals(remembered, 100) == life["signals"]
    assert record.performance(remembered) == life["performance"]


@pytest.mark.parametrize("longest_pause", [1, 30, record.MOST_NEW_CLOSES])
def test_the_signals_of_thirteen_years_match_those_computed_from_the_closes(
    longest_pause: int,
) -> None:
    dice = random.Random(longest_pause)
    for history in json.loads((fixtures / "signals.json").read_text()):
        settings = strategy.settings({k: history[k] for k in ("symbol", "short_period", "long_period")})
        prices = closes(settings["symbol"])
        remembered, shown = record.resume(settings, None), []
        known = settings["long_period"]
        while True:
            look = answer(settings, prices[:known])
            remembered, signals = record.catch_up(settings, remembered, look)
            shown += [[signal["date"], signal["type"], signal["price"]] for signal in signals]
            if known == len(prices):
                break
            known = min(len(prices), known + dice.randint(1, longest_pause))
        assert shown == history["signals"]
        assert remembered["since"] == history["since"]
        assert remembered["observations"] == len(prices) - settings["long_period"] + 1


def test_the_expected_numbers_match_the_output_of_the_generators() -> None:
    generate = runpy.run_path(str(examples / "expected" / "generate.py"))
    crossings = runpy.run_path(str(examples / "expected" / "crossings.py"))
    for name, text in {**generate["files"](), "signals.json": crossings["text"]()}.items():
        assert (fixtures / name).read_text() == text, f"{name} is out of date: generate it again"
