"""The README's programs, run unchanged."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Folder, Server

README = Path(__file__).parents[1] / "README.md"
BOT, QUERIES = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_bot_of_the_readme_counts_its_runs(bot: Folder) -> None:
    """Run twice, because the count is kept in the state."""
    bot.run(BOT)
    ended = bot.run(BOT)
    assert ended.code == 0
    assert ended.output[0]["data"] == {"symbol": "AAPL", "value": 187.5}
    assert ended.errors[0]["data"] == {"bot": "bot-1", "runs": 2}
    assert ended.result == {"status": "success", "message": "looked at AAPL (run 2)"}


def test_the_queries_of_the_readme_answer_once_and_over_http(
    bot: Folder, serve: Callable[..., Server]
) -> None:
    """The same file does both."""
    bot.run(BOT)
    assert bot.ask(QUERIES, "/status").result == {"status": "ok", "data": {"runs": 1}}
    assert bot.ask(QUERIES, "/double", '{"n":4}').result == {"status": "ok", "data": 8}
    server = serve(QUERIES)
    assert server.ask("/double?n=4") == (200, 8)
    assert server.ask("/double") == (200, 42)
    assert server.ask("/status") == (200, {"runs": 1})


def test_the_example_of_the_page_about_money_keeps_every_digit(bot: Folder) -> None:
    """Over two runs, because the sum is kept in the state."""
    page = Path(__file__).parents[3] / "docs" / "explanation" / "money.md"
    (program,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ended = [bot.run(program, BOT_CONFIG='{"fee":"0.001"}') for _ in range(2)]
    assert [one.output[0]["data"] for one in ended] == [
        {"value": 562.61205, "exact": "562.61205"},
        {"value": 1125.2241, "exact": "1125.22410"},
    ]
