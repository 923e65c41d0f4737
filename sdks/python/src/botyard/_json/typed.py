"""Reads JSON values as types: dataclasses, TypedDict, Literal, Enum and others. [JSON-19]"""

from __future__ import annotations

import dataclasses
import enum
import math
import types
import typing
from decimal import Decimal, InvalidOperation

from .read import NotJSONError, copy, decode
from .write import kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Path = tuple[str | int, ...]
    _Reader = Callable[[Any, Any, Path], Any]

MISSING = object()
"""The value of what is missing."""


class MisfitError(Exception):
    """The first part of a value that does not fit its type. [JSON-20]"""

    def __init__(self, path: Path, expected: str, found: Any, words: str = "") -> None:
        """Make an error from the place, what is expected there, and what is found.

        `words` is what a type of the bot says about the value itself.
        """
        super().__init__(path, expected)
        self.path = path
        self.expected = expected
        self.found = found
        self.words = words

    @property
    def place(self) -> str:
        """The path, as in `legs[0].size`; empty for the value as a whole."""
        text = ""
        for key in self.path:
            if isinstance(key, int):
                text += f"[{key}]"
            elif key.isidentifier():
                text += f".{key}"
            else:
                text += f'["{key}"]'
        return text.removeprefix(".")

    def reason(self) -> str:
        """Say what does not fit, and never what the value is, which may be a secret. [IN-5]"""
        place = self.place or "it"
        if self.found is MISSING:
            return f"{place} is missing"
        if self.expected:
            return f"{place} must be {self.expected}, got {kind(self.found)}"
        quoted = not isinstance(self.found, dict | list) and str(self.found) in self.words
        return f"{place} does not fit" if quoted else f"{place} does not fit: {self.words}"


def read_as(value: Any, wanted: Any, path: Path = ()) -> Any:
    """Read a JSON value as a type; a new value is made.

    Args:
        value: The value.
        wanted: A class or another type annotation.
        path: The place of the value, for messages.

    Raises:
        MisfitError: If the value does not fit.
        TypeError: If this module cannot read the type.
    """
    wanted = _bare(wanted)
    reader = _READERS.get(typing.get_origin(wanted) or wanted) or _reader_of_class(wanted)
    if reader is None:
        raise TypeError(
            f"JSON cannot be read as {wanted!r}; use a dataclass, a TypedDict or a model"
        )
    return reader(value, wanted, path)


def _bare(wanted: Any) -> Any:
    """Return a type without what says nothing about its values."""
    while True:
        if isinstance(wanted, typing.NewType):
            wanted = wanted.__supertype__
        elif typing.get_origin(wanted) in (typing.Annotated, typing.Required, typing.NotRequired):
            wanted = typing.get_args(wanted)[0]
        else:
            return wanted


def _reader_of_class(wanted: Any) -> _Reader | None:
    if hasattr(wanted, "model_validate"):
        return _by_pydantic
    if isinstance(wanted, type) and issubclass(wanted, enum.Enum):
        return _by_members
    if dataclasses.is_dataclass(wanted):
        return _by_fields
    return _by_keys if typing.is_typeddict(wanted) else None


def read_params_as(params: dict[str, Any], wanted: Any) -> Any:
    """Read parameters as a type; a member that is not text also accepts its JSON text. [Q-52]

    Raises:
        MisfitError: If the parameters do not fit.
        TypeError: If this module cannot read the type.
    """
    given = dict(params)
    refused: dict[str | int, MisfitError] = {}
    while True:
        try:
            return read_as(given, wanted)
        except MisfitError as misfit:
            key = misfit.path[0] if misfit.path else ""
            first = refused.setdefault(key, misfit)
            value = given.get(str(key))
            if first is not misfit or not isinstance(value, str):
                raise first from None
            given[str(key)] = _spelled(value)


def _spelled(text: str) -> Any:
    """Return the value whose JSON text this is, without white space around it, or the text."""
    try:
        return text if text != text.strip(" \t\n\r") else decode(text)
    except NotJSONError:
        return text


def _refuse(expected: str, value: Any, path: Path) -> typing.NoReturn:
    raise MisfitError(path, expected, value)


def _as_text(value: Any, _: Any, path: Path) -> str:
    return value if isinstance(value, str) else _refuse("a string", value, path)


def _as_boolean(value: Any, _: Any, path: Path) -> bool:
    return value if isinstance(value, bool) else _refuse("true or false", value, path)


def _as_null(value: Any, _: Any, path: Path) -> None:
    return None if value is None else _refuse("null", value, path)


def _as_integer(value: Any, _: Any, path: Path) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return _refuse("an integer", value, path)


def _as_number(value: Any, _: Any, path: Path) -> float:
    if isinstance(value, float):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        number = float(value) if abs(value) < 2**1024 else math.inf
        return number if number == value else _refuse("a number that a float holds", value, path)
    return _refuse("a number", value, path)


def _as_decimal(value: Any, _: Any, path: Path) -> Decimal:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Decimal(repr(value))  # the shortest digits, as they are in JSON
    try:
        number = Decimal(value) if isinstance(value, str) else None
    except InvalidOperation:
        number = None
    if number is None or not number.is_finite():
        return _refuse("a decimal number", value, path)
    return number


def _as_list(value: Any, wanted: Any, path: Path) -> list[Any]:
    if not isinstance(value, list):
        return _refuse("an array", value, path)
    of, *_ = (*typing.get_args(wanted), typing.Any)
    return [read_as(item, of, (*path, at)) for at, item in enumerate(value)]


def _as_tuple(value: Any, wanted: Any, path: Path) -> tuple[Any, ...]:
    of = typing.get_args(wanted)
    if of[-1:] == (Ellipsis,):
        return tuple(_as_list(value, wanted, path))
    if not isinstance(value, list) or len(value) != len(of):
        return _refuse(f"an array of {len(of)}", value, path)
    return tuple(
        read_as(item, one, (*path, at))
        for at, (item, one) in enumerate(zip(value, of, strict=True))
    )


def _as_object(value: Any, wanted: Any, path: Path) -> dict[str, Any]:
    if not isinstance(value, dict):
        return _refuse("an object", value, path)
    _, of = typing.get_args(wanted) or (str, typing.Any)
    return {key: read_as(item, of, (*path, key)) for key, item in value.items()}


def _by_words(value: Any, wanted: Any, path: Path) -> Any:
    return _choose(value, typing.get_args(wanted), path)


def _by_members(value: Any, wanted: Any, path: Path) -> Any:
    return wanted(_choose(value, [one.value for one in wanted], path))


def _choose(value: Any, choices: Iterable[Any], path: Path) -> Any:
    import json  # only for a message

    for choice in choices:
        # True is no 1, and 1.0 is.
        if value == choice and isinstance(value, bool) == isinstance(choice, bool):
            return choice
    return _refuse("one of " + ", ".join(json.dumps(one) for one in choices), value, path)


def _by_alternatives(value: Any, wanted: Any, path: Path) -> Any:
    misfits = []
    for choice in typing.get_args(wanted):
        try:
            return read_as(value, choice, path)
        except MisfitError as misfit:
            misfits.append(misfit)
    # Of `Leg | None`, a wrong leg is told by what is wrong in it.
    deepest = max(misfits, key=lambda misfit: len(misfit.path))
    if len(deepest.path) > len(path):
        raise deepest
    return _refuse(" or ".join(misfit.expected for misfit in misfits), value, path)


def _by_fields(value: Any, wanted: Any, path: Path) -> Any:
    if not isinstance(value, dict):
        return _refuse("an object", value, path)
    hints = typing.get_type_hints(wanted, include_extras=True)
    read = {}
    for field in dataclasses.fields(wanted):
        if not field.init:
            continue
        has_default = (field.default, field.default_factory) != (dataclasses.MISSING,) * 2
        item = _member(
            value, field.name, hints[field.name], (*path, field.name), is_optional=has_default
        )
        if item is not MISSING:
            read[field.name] = item
    try:
        return wanted(**read)
    except ValueError as error:  # of `__post_init__`
        raise MisfitError(path, "", value, str(error)) from None


def _by_keys(value: Any, wanted: Any, path: Path) -> Any:
    if not isinstance(value, dict):
        return _refuse("an object", value, path)
    read = dict(value)
    for name, hint in typing.get_type_hints(wanted, include_extras=True).items():
        # The class itself does not see them if its annotations are texts.
        marked = {typing.NotRequired: True, typing.Required: False}.get(typing.get_origin(hint))
        is_optional = name not in wanted.__required_keys__ if marked is None else marked
        item = _member(value, name, hint, (*path, name), is_optional=is_optional)
        if item is not MISSING:
            read[name] = item
    return read


def _member(value: dict[str, Any], name: str, hint: Any, path: Path, *, is_optional: bool) -> Any:
    if name in value:
        return read_as(value[name], hint, path)
    if is_optional:
        return MISSING
    if type(None) in typing.get_args(hint):
        return None
    try:
        read_as(MISSING, hint, path)
    except MisfitError as misfit:
        raise MisfitError(path, misfit.expected, MISSING) from None
    return _refuse("a value", MISSING, path)


def _by_pydantic(value: Any, wanted: Any, path: Path) -> Any:
    try:
        return wanted.model_validate(value)
    except ValueError as error:
        first = error.errors()[0]  # type: ignore[attr-defined]  # a ValidationError
        missing = first["type"] == "missing"
        found = MISSING if missing else first["input"]
        where = (*path, *first["loc"])
        raise MisfitError(where, "", found, first["msg"]) from None


_READERS: dict[Any, _Reader] = {
    typing.Any: lambda value, _, __: copy(value),
    object: lambda value, _, __: copy(value),
    str: _as_text,
    bool: _as_boolean,
    int: _as_integer,
    float: _as_number,
    Decimal: _as_decimal,
    None: _as_null,
    type(None): _as_null,
    list: _as_list,
    tuple: _as_tuple,
    dict: _as_object,
    typing.Literal: _by_words,
    typing.Union: _by_alternatives,
    types.UnionType: _by_alternatives,
}
