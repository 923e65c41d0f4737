"""Reads JSON values as types: dataclasses, TypedDict, Literal, Enum and others. [JSON-19]"""

from __future__ import annotations

import dataclasses
import enum
import math
import re
import types
import typing
from decimal import Decimal

from . import hints
from .misfit import MISSING, MisfitError
from .read import NotJSONError, copy, decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .misfit import Path

    _Reader = Callable[[Any, Any, Path], Any]

_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?")


def read_as(value: Any, wanted: Any) -> Any:
    """Read a JSON value as a type; a new value is made.

    Args:
        value: The value.
        wanted: A class or another type annotation.

    Raises:
        MisfitError: If the value does not fit.
        TypeError: If this module cannot read the type.
    """
    try:
        return _read(value, wanted, ())
    except RecursionError:
        raise MisfitError((), "", value, "it is nested too deeply") from None


def read_params_as(params: dict[str, Any], wanted: Any) -> Any:
    """Read parameters as a type; a member that is not text also accepts its JSON text. [Q-52]

    Raises:
        MisfitError: If the parameters do not fit.
        TypeError: If this module cannot read the type.
    """
    given: dict[str, Any] = copy(params)
    refused: dict[str | int, MisfitError] = {}
    while True:
        try:
            return read_as(given, wanted)
        except MisfitError as misfit:
            key = misfit.path[0] if misfit.path else ""
            first = refused.setdefault(key, misfit)
            if first is not misfit:
                # What is wrong inside a JSON text says more than that it is no text.
                raise (misfit if len(misfit.path) > len(first.path) else first) from None
            spelled = _spelled(given.get(str(key)))
            if spelled is MISSING:
                raise
            given[str(key)] = spelled


def _spelled(text: Any) -> Any:
    """Return the value whose JSON text this is, without white space around it, if it is no text."""
    if not isinstance(text, str) or text != text.strip(" \t\n\r"):
        return MISSING
    try:
        value = decode(text)
    except NotJSONError:
        return MISSING
    return MISSING if isinstance(value, str) else value


def _read(value: Any, wanted: Any, path: Path) -> Any:
    wanted = hints.bare(wanted)
    origin = typing.get_origin(wanted) or wanted
    reader = _READERS.get(origin) or _reader_of_class(origin)
    if reader is None:
        raise TypeError(
            f"JSON cannot be read as {wanted!r}; use a dataclass, a TypedDict or a model"
        )
    return reader(value, wanted, path)


def _reader_of_class(wanted: Any) -> _Reader | None:
    if hasattr(wanted, "model_validate"):
        return _by_pydantic
    if isinstance(wanted, type) and issubclass(wanted, enum.Enum):
        return _by_members
    if dataclasses.is_dataclass(wanted):
        return _by_fields
    return _by_keys if hints.is_typed_dict(wanted) else None


def _refuse(wanted: Any, value: Any, path: Path, expected: str = "") -> typing.NoReturn:
    raise MisfitError(path, expected or hints.expected(wanted), value)


def _as_itself(value: Any, _: Any, __: Path) -> Any:
    return copy(value)


def _as_text(value: Any, wanted: Any, path: Path) -> str:
    return value if isinstance(value, str) else _refuse(wanted, value, path)


def _as_boolean(value: Any, wanted: Any, path: Path) -> bool:
    return value if isinstance(value, bool) else _refuse(wanted, value, path)


def _as_null(value: Any, wanted: Any, path: Path) -> None:
    return None if value is None else _refuse(wanted, value, path)


def _as_integer(value: Any, wanted: Any, path: Path) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return _refuse(wanted, value, path)


def _as_number(value: Any, wanted: Any, path: Path) -> float:
    if isinstance(value, float):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        number = float(value) if abs(value) < 2**1023 else math.inf
        return (
            number
            if number == value
            else _refuse(wanted, value, path, "a number that a float holds")
        )
    return _refuse(wanted, value, path)


def _as_decimal(value: Any, wanted: Any, path: Path) -> Decimal:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Decimal(repr(value))  # the shortest digits, as they are in JSON
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        return Decimal(value)
    return _refuse(wanted, value, path)


def _as_list(value: Any, wanted: Any, path: Path) -> list[Any]:
    if not isinstance(value, list):
        return _refuse(wanted, value, path)
    of, *_ = (*typing.get_args(wanted), typing.Any)
    return [_read(item, of, (*path, at)) for at, item in enumerate(value)]


def _as_tuple(value: Any, wanted: Any, path: Path) -> tuple[Any, ...]:
    of = typing.get_args(wanted)
    if of in ((), (of[0] if of else None, ...)):
        return tuple(_as_list(value, wanted, path))
    if not isinstance(value, list) or len(value) != len(of):
        return _refuse(wanted, value, path, f"an array of {len(of)}")
    items = enumerate(zip(value, of, strict=True))
    return tuple(_read(item, one, (*path, at)) for at, (item, one) in items)


def _as_object(value: Any, wanted: Any, path: Path) -> dict[str, Any]:
    if not isinstance(value, dict):
        return _refuse(wanted, value, path)
    keys, of = typing.get_args(wanted) or (str, typing.Any)
    if hints.bare(keys) not in (str, typing.Any):
        raise TypeError(f"JSON cannot be read as {wanted!r}: its keys are texts")
    return {key: _read(item, of, (*path, key)) for key, item in value.items()}


def _by_words(value: Any, wanted: Any, path: Path) -> Any:
    for choice in typing.get_args(wanted):
        if _equals(value, choice.value if isinstance(choice, enum.Enum) else choice):
            return choice
    return _refuse(wanted, value, path)


def _by_members(value: Any, wanted: Any, path: Path) -> Any:
    for member in wanted:
        if _equals(value, member.value):
            return member
    return _refuse(wanted, value, path)


def _equals(value: Any, choice: Any) -> bool:
    # True is no 1, and 1.0 is.
    return bool(value == choice) and isinstance(value, bool) == isinstance(choice, bool)


def _by_alternatives(value: Any, wanted: Any, path: Path) -> Any:
    misfits = []
    for choice in typing.get_args(wanted):
        try:
            return _read(value, choice, path)
        except MisfitError as misfit:
            misfits.append(misfit)
    # Of `Leg | None`, a wrong leg is told by what is wrong in it; of tagged types, that of the tag.
    deepest = max(len(misfit.path) for misfit in misfits)
    if deepest == len(path):
        return _refuse(wanted, value, path)
    inside = [misfit for misfit in misfits if len(misfit.path) == deepest]
    tagged = [misfit for misfit in inside if not misfit.expected.startswith("one of ")]
    if not tagged and len({misfit.path for misfit in inside}) == 1:
        words = ", ".join(misfit.expected.removeprefix("one of ") for misfit in inside)
        return _refuse(wanted, inside[0].found, inside[0].path, f"one of {words}")
    raise (tagged or inside)[0]


def _by_fields(value: Any, wanted: Any, path: Path) -> Any:
    read = _read_members(value, wanted, path)
    try:
        return wanted(**read)
    except ValueError as error:  # of `__post_init__`, or of a dataclass of pydantic
        raise _told_by_type(error, value, path) from None


def _by_keys(value: Any, wanted: Any, path: Path) -> Any:
    read = _read_members(value, wanted, path)
    return {**copy(value), **read}


def _read_members(value: Any, wanted: Any, path: Path) -> dict[str, Any]:
    if not isinstance(value, dict):
        return _refuse(wanted, value, path)
    read = {}
    for name, member in hints.members(wanted).items():
        if name in value:
            read[name] = _read(value[name], member.wanted, (*path, name))
        elif not member.is_optional:
            if not hints.has_null(member.wanted):
                return _refuse(member.wanted, MISSING, (*path, name))
            read[name] = None
    return read


def _by_pydantic(value: Any, wanted: Any, path: Path) -> Any:
    try:
        return wanted.model_validate(copy(value))
    except ValueError as error:
        raise _told_by_type(error, value, path) from None


def _told_by_type(error: ValueError, value: Any, path: Path) -> MisfitError:
    """Return the misfit that a type of the bot tells, or a ValidationError of pydantic."""
    errors = getattr(error, "errors", None)
    if not callable(errors):
        return MisfitError(path, "", value, str(error))
    first = errors()[0]
    found = value
    for key in first["loc"]:
        # The place also names branches of unions, which are not in the value.
        is_item = isinstance(found, list) and isinstance(key, int) and key < len(found)
        if is_item or (isinstance(found, dict) and key in found):
            found = found[key]
            path = (*path, key)
    if first["type"] == "missing":
        return MisfitError((*path, first["loc"][-1]), "a value", MISSING)
    return MisfitError(path, "", found, first["msg"])


_READERS: dict[Any, _Reader] = {
    typing.Any: _as_itself,
    object: _as_itself,
    str: _as_text,
    bool: _as_boolean,
    int: _as_integer,
    float: _as_number,
    Decimal: _as_decimal,
    None: _as_null,
    types.NoneType: _as_null,
    list: _as_list,
    tuple: _as_tuple,
    dict: _as_object,
    typing.Literal: _by_words,
    typing.Union: _by_alternatives,
    types.UnionType: _by_alternatives,
}
