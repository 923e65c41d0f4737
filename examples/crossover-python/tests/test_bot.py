"""The bot and its queries, run without a platform and a feed."""

import json
import pathlib
from typing import Any

import feed
import pytest
from botyard import testing

FOLDER = pathlib.Path(__file__).parents[1]
EXAMPLES = FOLDER.parent
LIFE = json.loads((EXAMPLES / "expected" / "fixtures" / "looks.json").read_text())[
    "the examples of crossover.md"
]


def closes(until: str, limit: int) -> list[dict[str, Any]]:
    """Return the newest closes of the life's symbol until a day, as the feed does."""
    symbol = LIFE["settings"]["symbol"]
    rows = (EXAMPLES / "price-feed" / "data" / f"{symbol}.csv").read_text().splitlines()[1:]
    known = [{"date": r[:10], "close": float(r[11:]), "time": r[:10]} for r in rows]
    return [price for price in known if price["date"] <= until][-limit:]


def test_a_bot_looks_until_it_is_stopped_and_its_queries_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    days = iter(look["at"] for look in LIFE["looks"])
    monkeypatch.setenv("PRICE_FEED_URL", "http://feed.invalid")
    monkeypatch.setattr(
        feed,
        "newest_prices",
        lambda _address, _symbol, limit: closes(next(days), limit),
    )
    config = {**LIFE["settings"], "update_interval_ms": 60_000}
    with testing.Bot(config, stop_after=60 * len(LIFE["looks"])) as bot:
        assert bot.run(FOLDER / "main.py") == 0
        signals = [one.data["type"] for one in bot.metrics if one.type == "signal"]
        assert signals == [one["type"] for look in LIFE["looks"] for one in look.get("signals", [])]
        bot.run(FOLDER / "query.py")
        assert bot.ask("/status")["data"] == LIFE["status"]
        assert bot.ask("/signals", {"limit": 100})["data"] == LIFE["signals"]
        assert bot.ask("/performance")["data"] == LIFE["performance"]


def test_a_feed_that_does_not_answer_is_logged_and_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PRICE_FEED_URL", "http://127.0.0.1:9")
    with testing.Bot({"update_interval_ms": 1000}, stop_after=2) as bot:
        assert bot.run(FOLDER / "main.py") == 0
        assert [one.message for one in bot.logs] == ["the price feed did not answer"] * 2
        assert bot.metrics == []


def test_a_bot_without_a_feed_fails_and_says_what_to_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PRICE_FEED_URL", raising=False)
    with testing.Bot() as bot:
        assert bot.run(FOLDER / "main.py") == 1
        assert bot.result is not None
        assert "PRICE_FEED_URL is not set" in bot.result["message"]
