"""The handlers of this query program, by path."""

from __future__ import annotations

from botyard import _builtins, _errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .request import Request

    Handler = Callable[[Request], Any]

_handlers: dict[str, Handler] = {}


def refuse_invalid_path(path: str) -> None:
    """Refuse a path that does not begin with `/`. [Q-1]

    Raises:
        BotyardError: `query.invalid_path`.
    """
    if not isinstance(path, str) or not path.startswith("/"):
        raise _errors.failure("query.invalid_path", value=path)


def register(path: str, fn: Handler) -> None:
    """Register the handler of a path; it replaces an earlier one. [Q-2]

    Raises:
        BotyardError: `query.invalid_handler`.
    """
    if not callable(fn):
        raise _errors.failure("query.invalid_handler", path=path, kind=fn)
    _handlers[path] = fn


def find(path: str) -> Handler | None:
    """Return the handler of a path: the bot's own, otherwise the built-in. [BI-3]"""
    if path in _handlers:
        return _handlers[path]
    return _builtins.answers(_handlers).get(path)


def available() -> list[str]:
    """List every path that has a handler, sorted. [BI-2]"""
    return _builtins.available_queries(_handlers)
