"""The built-in queries that every bot with a query program answers. [BI-1, BI-2]"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HEALTH = "/health"
INFO = "/info"


def answers(registered: Iterable[str]) -> dict[str, Callable[[object], object]]:
    """Return the built-in handlers of a bot that has registered these paths."""
    return {
        HEALTH: lambda _request: {"status": "ok"},
        INFO: lambda _request: {"available_queries": available_queries(registered)},
    }


def available_queries(registered: Iterable[str]) -> list[str]:
    """List every path that the bot answers, each once, sorted by UTF-8 bytes."""
    paths = {*registered, HEALTH, INFO}
    return sorted(paths, key=lambda path: path.encode("utf-8", "surrogatepass"))
