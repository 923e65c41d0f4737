"""Reading JSON. [JSON-1, JSON-6, JSON-7]"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MAX_DEPTH = 512
"""Deeper nesting is refused when reading and when writing. [JSON-13]"""

_INFINITY = float("inf")
_WHITESPACE = " \t\n\r"


class NotJSONError(ValueError):
    """A text that is not JSON, or a value that has no JSON form."""


class _TokenError(ValueError):
    """A token that the scanner accepts and the contract does not; never leaves this module."""

    def __init__(self, what: str, token: str) -> None:
        super().__init__(what)
        self.token = token


def _parse_float(digits: str) -> float:
    number = float(digits)
    if number in (_INFINITY, -_INFINITY):
        raise _TokenError("a number is beyond the range of a double", digits)
    return number


def _parse_int(digits: str) -> int:
    if len(digits) > 308:  # every integer of 308 digits is within a double's range
        _parse_float(digits)
    return int(digits)


def _refuse_constant(name: str) -> float:
    raise _TokenError(f"{name} is not JSON", name)


class _Rules:
    """The attributes of a decoder that the standard library's scanner reads."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    array_hook = None
    parse_float = staticmethod(_parse_float)
    parse_int = staticmethod(_parse_int)
    parse_constant = staticmethod(_refuse_constant)


def _find_scanner() -> Callable[[str, int], tuple[Any, int]]:
    try:
        if hasattr(sys, "gettotalrefcount"):
            raise ImportError  # noqa: TRY301 - a debug build aborts where `_scan_at` would retry
        from _json import make_scanner

        return make_scanner(_Rules())  # type: ignore[arg-type]  # it only reads these attributes
    except (ImportError, AttributeError, TypeError):  # not CPython, or a later version
        from json import decoder

        rules = decoder.JSONDecoder(
            parse_float=_parse_float, parse_int=_parse_int, parse_constant=_refuse_constant
        )
        scan: Callable[[str, int], tuple[Any, int]] = rules.scan_once  # type: ignore[attr-defined]  # undeclared
        return scan


_scan = _find_scanner()


def decode(document: bytes | str) -> Any:
    """Read one JSON document.

    Raises:
        NotJSONError: If it is not UTF-8, is not JSON, contains a number beyond the range of a
            double or an unpaired surrogate escape, or is nested too deeply. The cause is the
            parser's error with the position, if there is one. [JSON-1, JSON-6, JSON-7]
    """
    try:
        if isinstance(document, bytes):
            text = document.decode("utf-8")
        else:
            text = document
            text.encode("utf-8")
        start = _skip_whitespace(text, 0)
        value, end = _scan_at(text, start)
        end = _skip_whitespace(text, end)
    except _TokenError as error:
        raise NotJSONError(f"{error}, at character {_place_of(error.token, text)}") from None
    except StopIteration as stop:
        raise NotJSONError(f"a value is missing at character {stop.value}") from None
    except RecursionError as error:
        raise NotJSONError("it is nested too deeply") from error
    except ValueError as error:
        raise NotJSONError(str(error)) from error
    if end != len(text):
        raise NotJSONError(f"there is more text after the value, at character {end}")
    if "\\ud" in text or "\\uD" in text:
        _refuse_unpaired_surrogates(text)
    if text.count("[") + text.count("{") > MAX_DEPTH and isinstance(value, dict | list):
        _refuse_deep(value)
    return value


def _scan_at(text: str, start: int) -> tuple[Any, int]:
    try:
        return _scan(text, start)
    except SystemError:
        # Up to Python 3.12 the parser needs this module to be loaded to raise its error type.
        import json.decoder  # noqa: F401

        return _scan(text, start)


def _place_of(token: str, text: str) -> int:
    """Find a token outside of strings, in a text that is JSON up to the token."""
    import re  # only needed after a failure

    words = re.finditer(r'"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"\[\]{}:,]+', text)
    return next(word.start() for word in words if word[0].startswith(token))


def _skip_whitespace(text: str, at: int) -> int:
    while at < len(text) and text[at] in _WHITESPACE:
        at += 1
    return at


def _refuse_deep(value: Any) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        inner: list[Any] = []
        for container in level:
            inner += container.values() if isinstance(container, dict) else container
        level = [item for item in inner if isinstance(item, dict | list)]
        if not level:
            return
    raise NotJSONError(f"it is nested deeper than {MAX_DEPTH} levels")


def _refuse_unpaired_surrogates(text: str) -> None:
    """Check the escapes of a text that is otherwise valid JSON."""
    at = text.find("\\")
    while at != -1:
        if text[at + 1] != "u":
            at += 2
        else:
            unit = _unit(text[at : at + 6])
            follower = text[at + 6 : at + 12]
            if 0xD800 <= unit < 0xDC00 and follower[:2] == "\\u":
                paired = 0xDC00 <= _unit(follower) < 0xE000
                at += 12 if paired else 0
            else:
                paired = not 0xD800 <= unit < 0xE000
                at += 6 if paired else 0
            if not paired:
                raise NotJSONError(f"there is an unpaired surrogate escape at character {at}")
        at = text.find("\\", at)


def _unit(escape: str) -> int:
    return int(escape.removeprefix("\\u"), 16)


def copy(value: Any) -> Any:
    """Return a deep copy of a decoded value."""
    copied: Any = value
    if isinstance(value, dict):
        copied = {}
        for key, item in value.items():
            copied[key] = copy(item)
    elif isinstance(value, list):
        copied = []
        for item in value:
            copied.append(copy(item))
    return copied
