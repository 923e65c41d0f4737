"""The bot and its queries, run without a platform."""

from pathlib import Path

from botyard import testing

FOLDER = Path(__file__).parents[1]


def test_it_beats_until_it_is_asked_to_stop():
    with testing.Bot({"symbol": "AAPL", "interval_seconds": 5}, stop_after=10) as bot:
        bot.run(FOLDER / "bot.py")
        assert [metric.data for metric in bot.metrics] == [
            {"symbol": "AAPL", "count": 1},
            {"symbol": "AAPL", "count": 2},
        ]
        bot.run(FOLDER / "query.py")
        assert bot.ask("/status") == {"status": "ok", "data": {"symbol": "AAPL", "beats": 2}}
