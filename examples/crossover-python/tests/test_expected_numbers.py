"""The pure part against numbers that were computed apart from it."""

import json
import pathlib
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
    return [{"date": row[:10], "close": float(row[11:])} for row in rows]


def test_rounding_is_exact_and_takes_the_middle_away_from_zero() -> None:
    for x, digits, expected in json.loads((fixtures / "rounding.json").read_text()):
        assert repr(strategy.rounded(x, digits)) == repr(float(expected)), f"round({x!r}, {digits})"


@pytest.mark.parametrize("name", lives)
def test_a_bots_life_goes_as_computed(name: str) -> None:
    life = lives[name]
    settings = strategy.settings(life["settings"])
    history = closes(settings["symbol"])
    remembered = record.resume(settings, None)
    for look in life["looks"]:
        known = [price for price in history if price["date"] <= look["at"]]
        measured = strategy.measure(settings, known[-settings["long_period"] :])
        if "closes" in look:
            assert measured is None
            continue
        remembered, signal = record.remember(remembered, measured)
        remembered = record.resume(settings, json.loads(json.dumps(remembered)))
        assert {"at": look["at"], **measured, "signal": signal} == look
    assert list(record.status(remembered).items()) == list(life["status"].items())
    assert record.signals(remembered, 100) == life["signals"]
    assert record.performance(remembered) == life["performance"]


def test_the_expected_numbers_are_those_of_the_generator() -> None:
    generator = runpy.run_path(str(examples / "expected" / "generate.py"))
    for name, text in generator["files"]().items():
        assert (fixtures / name).read_text() == text, f"run generate.py: {name} is out of date"
