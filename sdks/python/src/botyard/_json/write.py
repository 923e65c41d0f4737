"""Writing JSON. [JSON-1, JSON-2, JSON-3, JSON-8, JSON-9, JSON-10]"""

from __future__ import annotations

from .read import MAX_DEPTH, NotJSONError

try:
    from _json import encode_basestring as _quote
except ImportError:  # another Python than CPython
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

    JSON forms are dict (with str keys), list, tuple, str, int, float, bool and None, and whatever
    inherits from them. A non-finite float becomes null, a lone surrogate U+FFFD.
    [JSON-8, JSON-9, JSON-10]

    Raises:
        NotJSONError: The value, or one inside it, has no JSON form, or it is nested more than
            512 deep, as one that holds itself is. A value inside is named by the way to it.
    """
    try:
        text = _join(value)
        try:
            return text.encode("utf-8")
        except UnicodeEncodeError:
            return _join(_replace_surrogates(value)).encode("utf-8")
    except _Fault as fault:
        raise NotJSONError(str(fault)) from None
    except Exception as error:  # out of stack, or an override of the value's own class
        raise NotJSONError("got a value that cannot be read") from error


def encode_object(value: Any) -> bytes:
    """Write one object, as `encode` does.

    Raises:
        NotJSONError: It is none, or a value in it has no JSON form.
    """
    if not isinstance(value, dict):
        raise NotJSONError(f"got {kind(value)}")
    return encode(value)


def kind(value: Any) -> str:
    """Name the JSON type of a value, or its Python type where it has none."""
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


class _Fault(Exception):  # noqa: N818 - never seen outside: `encode` turns it into a NotJSONError
    """What in a value has no JSON form, and the way to it from the inside out."""

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
    """Write what holds no other value; None for what does."""
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
    raise _Fault(kind(value))


def _write_container(value: Any, add: Callable[[str], object], depth: int) -> None:
    # One frame for each level: all the levels that are promised fit on Python's own stack.
    if depth == 0:
        raise _Fault(f"nested deeper than {MAX_DEPTH} levels, or holds itself")
    is_object = isinstance(value, dict)
    if is_object:
        value = dict(value)  # another thread may be changing it
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
    """Copy a value that can be written but for its lone surrogates; of equal keys the last stays.

    Two surrogates that belong together are one character; what is left alone becomes U+FFFD.
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
