"""Queries: read-only questions to a bot.

A query program registers handlers and ends with `run()`. The bot's main program never runs in a
query process, and state is read-only there. [Q-6, ST-14]
"""

from __future__ import annotations

from botyard import _errors, _input
from botyard._json import ABSENT
from botyard._process import environment

from . import registry
from .request import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, TypeVar, overload

    from .registry import Handler

    H = TypeVar("H", bound=Handler)


__all__ = ["Request", "get_config", "handler", "run"]

_was_run = False

if TYPE_CHECKING:

    @overload
    def handler(path: str) -> Callable[[H], H]: ...
    @overload
    def handler(path: str, fn: H) -> H: ...


def handler(path: str, fn: Any = ABSENT) -> Any:
    """Register the handler of a path, as `handler(path, fn)` or as `@handler(path)`.

    The handler takes a `Request` and returns any JSON value; None is answered as null. If it
    raises, the query fails with the exception's message, and the server keeps running. It may be a
    coroutine function; each call gets a new event loop. [Q-12, Q-13, Q-14]

    Args:
        path: Path of the query; begins with `/`. The last registration of a path wins. [Q-2]
        fn: The handler.

    Returns:
        The handler itself.

    Raises:
        BotyardError: `query.invalid_path`, `query.invalid_handler`. [Q-1]
    """
    registry.refuse_invalid_path(path)

    def register(fn: Any) -> Any:
        registry.register(path, fn)
        return fn

    return register if fn is ABSENT else register(fn)


def get_config() -> dict[str, Any]:
    """Return the bot's config, a new copy at each call. [Q-3]

    Raises:
        BotyardError: The codes of `input.parse`.
    """
    return _input.parse().config


def run() -> NoReturn:
    """Answer queries and end the process; call it once, at the end of the query program.

    If QUERY_PATH is set, it runs the handler of this path, writes the answer to RESULT_PATH and
    ends the process with exit code 0, or 1 if the query failed. Otherwise it serves HTTP on
    QUERY_HOST:QUERY_PORT until SIGTERM or SIGINT, finishes the answers in progress and ends the
    process with exit code 0. `/health` and `/info` are built in, unless the bot has handlers for
    them. [Q-16, Q-17, Q-20, Q-29, BI-3]

    Raises:
        BotyardError: `query.already_running`, `query.invalid_port`, `query.listen_failed`.
            [Q-4, Q-21]
    """
    global _was_run  # noqa: PLW0603 - it applies to the whole process
    if _was_run:
        raise _errors.failure("query.already_running")
    _was_run = True
    environment.become_query_process()
    path = environment.variable("QUERY_PATH")
    if path:
        from . import one_shot  # a query process needs only one of the two modules

        one_shot.run(path)
    from . import server  # importing sockets would triple the start time of a one-shot query

    server.run()
