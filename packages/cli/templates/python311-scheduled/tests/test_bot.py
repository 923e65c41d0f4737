"""The bot and its queries, run without a platform."""

from pathlib import Path

from botyard import testing

FOLDER = Path(__file__).parents[1]


def test_it_counts_its_runs():
    with testing.Bot({"symbol": "AAPL"}) as bot:
        assert bot.run(FOLDER / "bot.py") == 0
        assert bot.run(FOLDER / "bot.py") == 0
        assert bot.metrics[1].data == {"symbol": "AAPL", "count": 2}
        assert bot.result == {"status": "success", "message": "looked at AAPL, run 2"}
        bot.run(FOLDER / "query.py")
        assert bot.ask("/status") == {"status": "ok", "data": {"symbol": "AAPL", "runs": 2}}
