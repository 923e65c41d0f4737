"""What the annotations of types say, without a value."""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
import typing
from decimal import Decimal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MARKERS = [typing.Required, typing.NotRequired]
if hasattr(typing, "ReadOnly"):
    _MARKERS.append(typing.ReadOnly)


class Member:
    """A field of a dataclass or a key of a TypedDict."""

    __slots__ = ("is_optional", "wanted")

    def __init__(self, wanted: Any, *, is_optional: bool) -> None:
        """Make a member from its type and from whether it may be missing."""
        self.wanted = wanted
        self.is_optional = is_optional


def bare(wanted: Any) -> Any:
    """Return a type without what says nothing about its values."""
    while True:
        origin = typing.get_origin(wanted)
        if origin is typing.Annotated or origin in _MARKERS:
            wanted = typing.get_args(wanted)[0]
        elif isinstance(wanted, typing.NewType):
            wanted = wanted.__supertype__
        elif isinstance(wanted, dataclasses.InitVar):
            wanted = wanted.type
        elif hasattr(wanted, "__value__"):  # an alias: `type Count = int`
            wanted = wanted.__value__
        else:
            return wanted


def is_typed_dict(wanted: Any) -> bool:
    """Return whether a type is a TypedDict, also one of typing_extensions."""
    return hasattr(wanted, "__required_keys__")


def has_null(wanted: Any) -> bool:
    """Return whether a type has None. [JSON-19]"""
    wanted = bare(wanted)
    if wanted in (None, types.NoneType, typing.Any, object):
        return True
    args = typing.get_args(wanted)
    origin = typing.get_origin(wanted)
    if origin is typing.Literal:
        return None in args
    return origin in (typing.Union, types.UnionType) and any(has_null(one) for one in args)


@functools.lru_cache(maxsize=256)
def members(wanted: Any) -> dict[str, Member]:
    """Return the members of a dataclass or TypedDict.

    Raises:
        TypeError: If its annotations name what cannot be found.
    """
    owner = typing.get_origin(wanted) or wanted
    try:
        found = typing.get_type_hints(owner, include_extras=True)
    except NameError as error:
        advice = "define it at the top of the module, and import it at run time"
        raise TypeError(f"JSON cannot be read as {owner!r}: {error}; {advice}") from error
    filled = dict(zip(getattr(owner, "__parameters__", ()), typing.get_args(wanted), strict=False))
    if is_typed_dict(owner):
        return {
            name: Member(_fill(hint, filled), is_optional=_may_be_missing(owner, name, hint))
            for name, hint in found.items()
        }
    return {
        name: Member(_fill(found[name], filled), is_optional=_has_default(field))
        for name, field in owner.__dataclass_fields__.items()
        if field.init and typing.get_origin(found[name]) is not typing.ClassVar
    }


def _has_default(field: dataclasses.Field[Any]) -> bool:
    return (field.default, field.default_factory) != (dataclasses.MISSING, dataclasses.MISSING)


def _may_be_missing(owner: Any, name: str, hint: Any) -> bool:
    # The class itself does not see the markers if its annotations are texts.
    while typing.get_origin(hint) is typing.Annotated or typing.get_origin(hint) in _MARKERS:
        if typing.get_origin(hint) in (typing.Required, typing.NotRequired):
            return typing.get_origin(hint) is typing.NotRequired
        hint = typing.get_args(hint)[0]
    return name not in owner.__required_keys__


def _fill(hint: Any, filled: dict[Any, Any]) -> Any:
    """Put the arguments of a generic type in the place of its variables."""
    if isinstance(hint, typing.TypeVar):
        return filled.get(hint, typing.Any)
    variables = getattr(hint, "__parameters__", ())
    return hint[tuple(filled.get(one, typing.Any) for one in variables)] if variables else hint


_WORDS = {
    str: "a string",
    bool: "true or false",
    int: "an integer",
    float: "a number",
    Decimal: "a decimal number",
    None: "null",
    types.NoneType: "null",
    list: "an array",
    tuple: "an array",
    dict: "an object",
}


def expected(wanted: Any) -> str:
    """Say what values a type has, in the words of the contract. [JSON-20]"""
    wanted = bare(wanted)
    origin = typing.get_origin(wanted) or wanted
    if origin is typing.Literal:
        return one_of(typing.get_args(wanted))
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(expected(one) for one in typing.get_args(wanted)))
    if isinstance(wanted, type) and issubclass(wanted, enum.Enum):
        return one_of([one.value for one in wanted])
    if origin in _WORDS:
        return _WORDS[origin]
    is_object = dataclasses.is_dataclass(origin) or is_typed_dict(origin)
    return "an object" if is_object or hasattr(origin, "model_validate") else "a value"


def one_of(choices: typing.Iterable[Any]) -> str:
    """Name the choices that have a JSON form."""
    from .read import NotJSONError
    from .write import encode

    shown = []
    for choice in choices:
        try:
            shown.append(encode(choice.value if isinstance(choice, enum.Enum) else choice).decode())
        except NotJSONError:
            pass  # no JSON value is equal to it
    return "one of " + ", ".join(shown)
