"""Log records of failures in query code, with the place of the failure. [Q-38]"""

from __future__ import annotations

import os.path
import sys
from itertools import islice

from botyard import _log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Any

_OWN_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_LIBRARY_FOLDER = os.path.dirname(os.path.abspath(os.__file__))
_LONGEST_MESSAGE = 2000
_LONGEST_NAME = 250
_LONGEST_DETAIL = 1000
_LONGEST_STACK = 7000
_LONGEST_STACK_WITH_CAUSE = 4000
_MOST_CAUSES = 8
_LONGEST_TYPE_OF_CAUSE = 100
_LONGEST_MESSAGE_OF_CAUSE = 250


def message_of(error: BaseException) -> str:
    """Return the exception's own message, or an empty string if there is none. [Q-8]"""
    try:
        # `str` of a KeyError puts the message in quotes; the argument is the message itself.
        if isinstance(error, KeyError) and len(error.args) == 1 and isinstance(error.args[0], str):
            return error.args[0]
        return str(error)
    except BaseException:  # noqa: BLE001 - `__str__` may raise anything
        return ""


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """Yield what an exception wraps, each once: its cause, that of its cause, and so on. [Q-48]

    A group, as `asyncio.TaskGroup` raises it, also wraps its exception if it has only one. An
    exception that was only being handled (`__context__`) is not wrapped.
    """
    return _below(error, lambda one: _wrapped_by(one, 1))


def _listed_causes_of(error: BaseException) -> Iterator[BaseException]:
    """Yield what a record lists: also the exceptions of a group with several. [Q-49]"""
    return _below(error, lambda one: _wrapped_by(one, sys.maxsize))


def _below(
    error: BaseException, wrapped_by: Callable[[BaseException], list[BaseException]]
) -> Iterator[BaseException]:
    """Yield each exception that is reached once, depth first."""
    seen = {id(error)}
    waiting = wrapped_by(error)[::-1]
    while waiting:
        cause = waiting.pop()
        if id(cause) not in seen:
            seen.add(id(cause))
            yield cause
            waiting += wrapped_by(cause)[::-1]


def _wrapped_by(error: BaseException, most: int) -> list[BaseException]:
    # Not that of its class, which may raise anything.
    cause: BaseException | None = vars(BaseException)["__cause__"].__get__(error)
    wrapped = [] if cause is None else [cause]
    if isinstance(error, BaseExceptionGroup) and len(error.exceptions) <= most:
        wrapped.extend(error.exceptions)
    return wrapped


def log(message: str, error: BaseException, path: str) -> None:
    """Log an exception that a handler raised. [Q-40]"""
    _log_error(message, error, {"path": _cut(path, _LONGEST_NAME)})


def log_left(error: BaseException) -> None:
    """Log an exception in work that a handler started and did not wait for. [Q-44]"""
    _log_error(message_of(error) or "a failure without a message", error, {})


def log_answer_without_form(message: str, path: str, error: BaseException) -> None:
    """Log which part of an answer has no JSON form. [Q-43]"""
    data = {"path": _cut(path, _LONGEST_NAME), "reason": _cut(message_of(error), _LONGEST_DETAIL)}
    _log.error_if_possible(_cut(message, _LONGEST_MESSAGE), data)


def _log_error(message: str, error: BaseException, data: dict[str, Any]) -> None:
    data["type"] = _cut(type(error).__name__, _LONGEST_NAME)
    data.update(_find_place(error.__traceback__))
    causes = [_describe_cause(cause) for cause in islice(_listed_causes_of(error), _MOST_CAUSES)]
    try:
        data["stack"] = _stack(error, _LONGEST_STACK_WITH_CAUSE if causes else _LONGEST_STACK)
    except BaseException:  # noqa: BLE001 - formatting may raise anything; the stack is left out
        pass
    if causes:
        data["cause"] = causes
    _log.error_if_possible(_cut(message, _LONGEST_MESSAGE), data)


def _describe_cause(cause: BaseException) -> dict[str, str]:
    return {
        "type": _cut(type(cause).__name__, _LONGEST_TYPE_OF_CAUSE),
        "message": _cut(message_of(cause), _LONGEST_MESSAGE_OF_CAUSE),
    }


def _find_place(frames: TracebackType | None) -> dict[str, Any]:
    """Find the innermost frame outside of the SDK and the standard library. [Q-41]"""
    place: dict[str, Any] = {}
    while frames is not None:
        file = frames.tb_frame.f_code.co_filename
        if not is_foreign(file):
            place = {"file": _cut(file, _LONGEST_DETAIL), "line": frames.tb_lineno}
        frames = frames.tb_next
    return place


def is_foreign(file: str) -> bool:
    """Return whether a file belongs to the SDK or to the standard library."""
    if file.startswith("<frozen "):
        return True
    whole = os.path.abspath(file)
    if whole.startswith(_OWN_FOLDER + os.sep):
        return True
    inside = whole.removeprefix(_LIBRARY_FOLDER + os.sep)
    # Installed packages are in a folder of the library, but do not belong to it.
    return inside != whole and inside.split(os.sep)[0] not in ("site-packages", "dist-packages")


def _stack(error: BaseException, longest: int) -> str:
    """Return the traceback as Python formats it; a long one is cut at the start."""
    import traceback  # only needed after a failure

    shown = traceback.TracebackException.from_exception(error)
    text = "".join(shown.format()).rstrip("\n")
    last = "".join(shown.format_exception_only()).rstrip("\n")
    message = message_of(error)
    if len(message) > _LONGEST_MESSAGE and message in last and text.endswith(last):
        text = text.removesuffix(last) + last.replace(message, _cut(message, _LONGEST_MESSAGE))
    return text if len(text) <= longest else "…" + text[-longest:]


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length] + "…"
