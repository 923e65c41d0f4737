"""Queries: read-only questions to a bot.

A query program registers handlers and ends with `run()`. The bot's main program never runs in a
query process, and state is read-only there. [Q-6, ST-14]

Example::

    from botyard import query, state


    @query.handler("/runs")
    def runs(request: query.Request) -> int:
        return state.get("runs", 0)


    query.run()
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
        BotyardError: With the code [Q-1]
            `query.invalid_path` if the path does not begin with `/`;
            `query.invalid_handler` if the handler cannot be called.

    Example:
        >>> from botyard import query
        >>> @query.handler("/greeting")
        ... async def greeting(request: query.Request) -> str:
        ...     return f"Hello, {request.get_string('name', 'trader')}"
    """
    registry.refuse_invalid_path(path)

    def register(fn: Any) -> Any:
        registry.register(path, fn)
        return fn

    return register if fn is ABSENT else register(fn)


def get_config() -> dict[str, Any]:
    """Return the bot's config, a new copy at each call. [Q-3]

    Raises:
        BotyardError: With the codes of `input.parse`.

    Example:
        >>> from botyard import query
        >>> query.get_config()["symbol"]
        'AAPL'
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
        BotyardError: With the code [Q-4, Q-21]
            `query.already_running` at a second call;
            `query.invalid_port` if QUERY_PORT is not a number from 1 to 65535;
            `query.listen_failed` if the address cannot be used.

    Example::

        from botyard import query

        query.handler("/symbol", lambda request: query.get_config()["symbol"])
        query.run()
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
