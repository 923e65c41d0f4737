"""The error type of this SDK, and how its messages are made. [ERR-1, ERR-2]"""

from __future__ import annotations

from . import _json
from ._errors_gen import TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._codes_gen import ErrorCode

_LONGEST_SHOWN = 100
NOTHING = object()
"""What is missing, in a message."""


class BotyardError(Exception):
    """An error of this SDK.

    `str(error)` is the message of the contract's error table, for people; programs tell errors
    apart by their code. [ERR-1]

    Attributes:
        code: The code of the error, for example `state.read_only`; `codes` has a constant for each.
        next: What to do next, in full sentences. [ERR-3]

    Example:
        >>> from botyard import BotyardError, codes, log, state
        >>> try:
        ...     runs = state.get("runs") or 0
        ... except BotyardError as error:
        ...     match error.code:
        ...         case codes.STATE_CORRUPT:  # begin anew
        ...             log.warn(str(error), {"advice": error.next})
        ...             runs = 0
        ...         case _:
        ...             raise
        >>> runs
        0
    """

    code: ErrorCode
    next: str

    def __init__(self, code: ErrorCode, message: str) -> None:
        """Make an error from a code of the table and the message made from its template."""
        super().__init__(code, message)
        self.code = code
        self.next = TABLE[code][1]
        self.add_note(self.next)

    def __str__(self) -> str:
        """Return the message."""
        message: str = self.args[1]
        return message

    @property
    def cause(self) -> BaseException | None:
        """The error of the system or the parser that caused this one, or None.

        Example:
            >>> import os
            >>> from botyard import BotyardError, input
            >>> os.environ["BOT_CONFIG"] = "{symbol: AAPL}"
            >>> try:
            ...     input.parse()
            ... except BotyardError as error:
            ...     print(f"{error}: {error.cause}")
            BOT_CONFIG is not valid JSON: Expecting property name enclosed in double quotes...
        """
        return self.__cause__


def failure(code: ErrorCode, **given: Any) -> BotyardError:
    """Make the error of a code with the given values in its message."""
    shown = {name: _SHOW[name](value) if name in _SHOW else value for name, value in given.items()}
    return BotyardError(code, TABLE[code][0].format_map(shown))


def reason(error: OSError) -> str:
    """Return the name of a system error, such as `ENOSPC`. [ERR-2]"""
    import errno  # only needed after a failure

    return errno.errorcode.get(error.errno or 0) or error.strerror or str(error)


def _json_text(value: Any) -> str:
    if value is NOTHING:
        return "nothing"
    try:
        return _cut(_json.encode(value).decode("utf-8"))
    except _json.NotJSONError:
        return _json.kind(value)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"


# How values are shown in messages.
_SHOW = {
    "key": _json_text,
    "value": _json_text,
    "type": _json_text,
    "kind": _json.kind,
    "text": _cut,
}
