"""Writing JSON."""

from __future__ import annotations

import enum
from collections import OrderedDict
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from botyard._json import NotJSONError, copy, decode, encode

if TYPE_CHECKING:
    from collections.abc import Iterator


class Point(NamedTuple):
    """A subclass with the JSON form of an array."""

    x: int
    y: int


class Side(enum.IntEnum):
    """A subclass with the JSON form of a number."""

    BUY = 1


class Word(enum.StrEnum):
    """A subclass with the JSON form of a string."""

    BUY = "buy"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": [1, 2.5, True, False, None, "x"]}, '{"a":[1,2.5,true,false,null,"x"]}'),
        ({}, "{}"),
        ([], "[]"),
        ((1, (2,)), "[1,[2]]"),
        (Point(1, 2), "[1,2]"),
        (OrderedDict(b=1, a=2), '{"b":1,"a":2}'),
        (Side.BUY, "1"),
        (Word.BUY, '"buy"'),
        (float("nan"), "null"),
        ([float("inf"), -float("inf")], "[null,null]"),
        ('"\\\x00\x1f\n\r\t\b\f', '"\\"\\\\\\u0000\\u001f\\n\\r\\t\\b\\f"'),
        ("é€😀\u2028\x7f", '"é€😀\u2028\x7f"'),
        ("a\ud800b", '"a\ufffdb"'),
        ("\udc00\ud800", '"\ufffd\ufffd"'),
        ("\ud83d\ude00", '"😀"'),
        (["\ud800", ("\udfff", 1)], '["\ufffd",["\ufffd",1]]'),
        (dict(zip("\ud800\udc00", (1, 2), strict=True)), '{"\ufffd":2}'),
        ({"__proto__": 1, "": 2}, '{"__proto__":1,"":2}'),
    ],
)
def test_a_value_is_written_as_one_compact_line(value: Any, text: str) -> None:
    """[JSON-1, JSON-2, JSON-3, JSON-8, JSON-9]."""
    assert encode(value) == text.encode("utf-8")


# As in numpy, which need not be installed here.
SCALAR = type("int64", (), {"ndim": 0, "item": int, "tolist": int})()
ARRAY = type("ndarray", (), {"ndim": 1, "item": int, "tolist": list})()
CYCLE: list[Any] = []
CYCLE.append(CYCLE)


@pytest.mark.parametrize(
    "value",
    [
        b"bytes",
        {1, 2},
        object(),
        len,
        datetime.now(UTC),
        Decimal(1),
        1j,
        {1: "a"},
        {None: "a"},
        {True: "a"},
        {"a": {("b",): 1}},
        CYCLE,
        {"a": [CYCLE]},
        range(3),
        (number for number in "12"),
        10**400,
        pytest.param(10**5000, id="5001 digits"),
        {"\ud800": object()},
    ],
)
def test_a_value_without_a_json_form_is_refused_at_any_depth(value: Any) -> None:
    """[JSON-10]."""
    for wrapped in (value, [value], {"a": {"b": [value]}}):
        with pytest.raises(NotJSONError):
            encode(wrapped)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (b"", "got a bytes"),
        ({"a": {"b c": [1, Decimal(1)]}}, 'a["b c"][1] is a Decimal'),
        ({"v": SCALAR}, "v is an int64; convert it with .item()"),
        (ARRAY, "got a ndarray; convert it with .tolist()"),
        ([[{"x": {2: 1}}]], "[0][0].x is an object with a key that is a number"),
        ({"x": [10**400]}, "x[0] is an integer beyond the range of a double"),
        (CYCLE, "[0]" * 8 + "… is nested deeper than 512 levels, or holds itself"),
    ],
)
def test_the_reason_has_the_kind_and_the_place_of_the_value(value: Any, reason: str) -> None:
    """It is part of the message."""
    with pytest.raises(NotJSONError) as caught:
        encode(value)
    assert str(caught.value) == reason


@pytest.mark.parametrize("depth", [1, 64, 512])
def test_deep_values_are_written_and_read(depth: int) -> None:
    """[JSON-12]."""
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        value = decode(text)
        assert encode(value).decode() == text
        assert copy(value) == value


@pytest.mark.parametrize("depth", [513, 5_000, 500_000])
def test_too_deep_values_are_an_error_and_not_a_crash(depth: int) -> None:
    """[JSON-13]."""
    with pytest.raises(NotJSONError):
        decode("[" * depth + "]" * depth)
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    with pytest.raises(NotJSONError):
        encode(value)
    while value:
        value = value.pop()


def test_a_copy_shares_nothing() -> None:
    """[Q-33]."""
    value = {"a": [{"b": 1}]}
    copied = copy(value)
    copied["a"][0]["b"] = 2
    assert value == {"a": [{"b": 1}]}


def test_a_value_may_change_while_it_is_written() -> None:
    """Another thread may do so; here the value does it."""

    class Sly(list[int]):
        def __iter__(self) -> Iterator[int]:
            outer["new"] = 1
            return super().__iter__()

    outer: dict[str, Any] = {"a": Sly([1]), "b": 2}
    assert encode(outer) == b'{"a":[1],"b":2}'


def test_a_value_that_cannot_be_read_has_no_json_form() -> None:
    """[JSON-10] Because a method of its class fails."""

    class Broken(list[int]):
        def __iter__(self) -> Iterator[int]:
            raise OSError("gone")

    with pytest.raises(NotJSONError) as caught:
        encode({"a": Broken([1])})
    assert isinstance(caught.value.__cause__, OSError)
