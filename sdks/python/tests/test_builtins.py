"""The built-in queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Folder


def test_health_and_info_answer_without_a_handler(bot: Folder) -> None:
    """[BI-1, BI-2, Q-4]."""
    source = "from botyard import query\nquery.run()"
    assert bot.ask(source, "/health").result == {"status": "ok", "data": {"status": "ok"}}
    assert bot.ask(source, "/info").result["data"] == {"available_queries": ["/health", "/info"]}


def test_info_lists_every_path_once_sorted_by_utf8_bytes(bot: Folder) -> None:
    """[BI-2]."""
    source = (
        "from botyard import query\n"
        "for path in ('/z', '/é', '/😀', '/\\uffff', '/', '/a', '/a', '/health', '/B'):\n"
        "    query.handler(path, lambda request: 1)\n"
        "query.run()"
    )
    paths = ["/", "/B", "/a", "/health", "/info", "/z", "/é", "/\uffff", "/😀"]
    assert bot.ask(source, "/info").result["data"] == {"available_queries": paths}


def test_a_bots_own_handler_replaces_a_built_in(bot: Folder) -> None:
    """[BI-3]."""
    source = (
        "from botyard import query\n"
        "query.handler('/health', lambda request: 'mine')\n"
        "query.handler('/info', lambda request: 'too')\n"
        "query.run()"
    )
    assert bot.ask(source, "/health").result["data"] == "mine"
    assert bot.ask(source, "/info").result["data"] == "too"
