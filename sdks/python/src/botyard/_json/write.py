"""Writing JSON. [JSON-1, JSON-2, JSON-3, JSON-8, JSON-9, JSON-10]"""

from __future__ import annotations

from .read import MAX_DEPTH, NotJSONError

try:
    from _json import encode_basestring as _quote
except ImportError:  # not CPython
    from json.encoder import encode_basestring as _quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LONGEST_WAY = 8
_INFINITY = float("inf")
_CONTAINERS = (dict, list, tuple)


def encode(value: Any) -> bytes:
    """Write one value as one line of JSON in UTF-8, without a line feed.

    Values of dict (with str keys), list, tuple, str, int, float, bool, None and their subclasses
    have a JSON form. A non-finite float becomes null, a lone surrogate becomes U+FFFD.
    [JSON-8, JSON-9, JSON-10]

    Raises:
        NotJSONError: If the value, or a value inside it, has no JSON form, or if it is nested more
            than 512 deep or contains itself. The message gives the path to a value inside.
    """
    try:
        text = _join(value)
        try:
            return text.encode("utf-8")
        except UnicodeEncodeError:
            return _join(_replace_surrogates(value)).encode("utf-8")
    except _Fault as fault:
        raise NotJSONError(str(fault)) from None
    except Exception as error:  # recursion limit, or a method of the value's class
        raise NotJSONError("got a value that cannot be read") from error


def encode_object(value: Any) -> bytes:
    """Write one object, as `encode` does.

    Raises:
        NotJSONError: If it is not an object, or a value in it has no JSON form.
    """
    if not isinstance(value, dict):
        raise NotJSONError(f"got {kind(value)}")
    return encode(value)


def kind(value: Any) -> str:
    """Return the kind of a value in words: its JSON type, or else its Python type."""
    for types, name in _KINDS:
        if isinstance(value, types):
            return name
    word = type(value).__name__
    return f"{'an' if word[0] in 'AEIOUaeiou' else 'a'} {word}"


_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (type(None), "null"),
    (bool, "a boolean"),
    ((int, float), "a number"),
    (str, "a string"),
    ((list, tuple), "an array"),
    (dict, "an object"),
)


class _Fault(Exception):  # noqa: N818 - internal: `encode` turns it into a NotJSONError
    """The part of a value that has no JSON form, and the path to it from the inside out."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
        self.way: list[str] = []

    def __str__(self) -> str:
        if not self.way:
            return f"got {self.what}"
        steps = self.way[::-1]
        shown = "".join(steps[:_LONGEST_WAY]).removeprefix(".")
        return f"{shown}{'…' if len(steps) > _LONGEST_WAY else ''} is {self.what}"


def _join(value: Any) -> str:
    text = _write_scalar(value)
    if text is not None:
        return text
    parts: list[str] = []
    _write_container(value, parts.append, MAX_DEPTH)
    return "".join(parts)


def _write_scalar(value: Any) -> str | None:
    """Write a value that is not a container; return None for a container."""
    if isinstance(value, str):
        return _quote(value)
    if value is None or value is True or value is False:
        return "null" if value is None else "true" if value else "false"
    if isinstance(value, int):
        return _write_int(value)
    if isinstance(value, float):
        return float.__repr__(value) if -_INFINITY < value < _INFINITY else "null"
    if isinstance(value, _CONTAINERS):
        return None
    raise _Fault(f"{kind(value)}{_conversion(value)}")


def _conversion(value: Any) -> str:
    """Say how to convert a value of numpy, which has the type of a number by name only."""
    method = "item" if getattr(value, "ndim", None) == 0 else "tolist"
    return f"; convert it with .{method}()" if hasattr(value, method) else ""


def _write_container(value: Any, add: Callable[[str], object], depth: int) -> None:
    # One frame for each level: MAX_DEPTH levels fit on Python's stack.
    if depth == 0:
        raise _Fault(f"nested deeper than {MAX_DEPTH} levels, or holds itself")
    is_object = isinstance(value, dict)
    if is_object:
        value = dict(value)  # another thread may change it
        _refuse_keys(value)
    before, after = "{}" if is_object else "[]"
    add(before)
    before = ""
    step: Any = None
    try:
        for step, item in value.items() if is_object else enumerate(value):
            add(f"{before}{_quote(step)}:" if is_object else before)
            text = _write_scalar(item)
            if text is None:
                _write_container(item, add, depth - 1)
            else:
                add(text)
            before = ","
    except _Fault as fault:
        fault.way.append(_name_step(step))
        raise
    add(after)


def _refuse_keys(value: dict[Any, Any]) -> None:
    for key in value:
        if not isinstance(key, str):
            raise _Fault(f"an object with a key that is {kind(key)}")


def _name_step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if step.isidentifier() else f"[{_quote(step[:60])}]"


def _replace_surrogates(value: Any) -> Any:
    """Copy a value and replace its lone surrogates with U+FFFD; the last of equal keys is kept.

    Two surrogates that form a pair become one character.
    """
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, dict):
        return {_replace_surrogates(key): _replace_surrogates(value[key]) for key in value}
    if isinstance(value, list | tuple):
        return [_replace_surrogates(item) for item in value]
    return value


def _write_int(value: int) -> str:
    try:
        float(value)
    except OverflowError:
        raise _Fault("an integer beyond the range of a double") from None
    return int.__repr__(value)
