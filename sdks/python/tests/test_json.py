"""JSON in and out."""

from __future__ import annotations

import enum
import json
import random
import struct
import subprocess
import sys
from collections import OrderedDict
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from botyard._json import NotJSONError, copy, decode, encode

if TYPE_CHECKING:
    from collections.abc import Iterator


class Point(NamedTuple):
    """An array to JSON."""

    x: int
    y: int


class Side(enum.IntEnum):
    """A number to JSON."""

    BUY = 1


class Word(enum.StrEnum):
    """A string to JSON."""

    BUY = "buy"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("NaN", 0),
        ('["NaN", -Infinity]', 8),
        ("[1e99, -1e999]", 7),
        ('{"1e999": "\\"1e999", "x": 1e999}', 26),
        ("[" + "9" * 400 + "]", 1),
    ],
)
def test_a_word_that_is_no_number_is_told_with_its_place(text: str, place: int) -> None:
    """The cause of a config that is not JSON says where. [IN-3]"""
    with pytest.raises(NotJSONError, match=rf", at character {place}$"):
        decode(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "NaN",
        "Infinity",
        "-Infinity",
        "[1,]",
        '{"a":1,}',
        '{"a":1} x',
        '{"a":1}{',
        '{"a":',
        "[1",
        '"a',
        "1e400",
        "-1e400",
        "[1e999]",
        "1" + "0" * 309,
        "9" * 5000,
        "-" + "9" * 5000,
        "01",
        "+1",
        ".5",
        "1.",
        "// comment\n1",
        "/* comment */1",
        "'a'",
        "{a:1}",
        '"\n"',
        '"\x00"',
        '"\\x41"',
        r'"\ud800"',
        r'"\uD800 "',
        r'"\udc00"',
        r'"\udc00\ud800"',
        r'"\ud800\u0041"',
        r'"\ud83d\ud83d\ude00"',
        r'{"\ud800":1}',
        r'{"a":"\ud800","a":1}',
        "\ufeff{}",
        "true false",
        "nul",
    ],
)
def test_what_is_not_json_is_refused(text: str) -> None:
    """[JSON-6]."""
    with pytest.raises(NotJSONError):
        decode(text)
    with pytest.raises(NotJSONError):
        decode(text.encode("utf-8"))


@pytest.mark.parametrize("raw", [b"\xff", b'"\xc3"', b'"\xed\xa0\x80"', '"é"'.encode("latin-1")])
def test_bytes_that_are_not_utf8_are_refused(raw: bytes) -> None:
    """[JSON-6]."""
    with pytest.raises(NotJSONError):
        decode(raw)


def test_text_that_cannot_be_utf8_is_refused() -> None:
    """What Python makes of environment bytes that are no text."""
    with pytest.raises(NotJSONError):
        decode('"\udcff"')


def test_json_in_another_encoding_is_refused() -> None:
    """[JSON-1] The standard library would guess UTF-16 here."""
    with pytest.raises(NotJSONError):
        decode('{"a":1}'.encode("utf-16-le"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" \t\r\n{} \n", {}),
        ('{"a":1,"b":2,"a":3}', {"a": 3, "b": 2}),
        (r'"\ud83d\ude00"', "😀"),
        (r'"\uD83D\uDE00\u00e9\n"', "😀é\n"),
        (r'"\\ud800"', r"\ud800"),
        (r'"\\\\ud800\""', '\\\\ud800"'),
        ("9007199254740993", 9007199254740993),
        ("1" + "0" * 308, 10**308),
        ("5e-324", 5e-324),
        ("1e-999", 0.0),
        (
            '{"__proto__":1,"constructor":2,"":3,"7":4}',
            {"__proto__": 1, "constructor": 2, "": 3, "7": 4},
        ),
    ],
)
def test_json_is_read_as_it_is(text: str, value: Any) -> None:
    """[JSON-4, JSON-5, JSON-7, JSON-14]."""
    assert decode(text) == value
    assert type(decode(text)) is type(value)


def test_the_cause_says_where_it_stops_being_json() -> None:
    """[IN-3]."""
    with pytest.raises(NotJSONError, match="char 5") as caught:
        decode('{"a" 1}')
    assert isinstance(caught.value.__cause__, json.JSONDecodeError)
    with pytest.raises(NotJSONError, match="character 7"):
        decode("       ")
    with pytest.raises(NotJSONError, match="character 3"):
        decode("{} x")
    with pytest.raises(NotJSONError, match="character 1"):
        decode(r'"\ud800"')


def test_every_double_survives() -> None:
    """[JSON-4]."""
    chance = random.Random(1)  # noqa: S311 - reproducible, not secret
    numbers = [0.1, 1e22, 1e21, 5e-324, 1.7976931348623157e308, 100.0, 2.0**53, 123456789.123]
    while len(numbers) < 3000:
        (number,) = struct.unpack("<d", chance.randbytes(8))
        if number - number == 0:
            numbers.append(number)
    written = encode(numbers)
    assert decode(written) == numbers
    assert json.loads(written) == numbers


def test_integers_survive_exactly() -> None:
    """[JSON-4, JSON-5]."""
    numbers = [0, -1, 2**53 - 1, -(2**53) + 1, 2**53 + 1, 2**64, 10**300, -(10**308)]
    assert decode(encode(numbers)) == numbers


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
        ([[{"x": {2: 1}}]], "[0][0].x is an object with a key that is a number"),
        ({"x": [10**400]}, "x[0] is an integer beyond the range of a double"),
        (CYCLE, "[0]" * 8 + "… is nested deeper than 512 levels, or holds itself"),
    ],
)
def test_the_reason_says_what_has_no_json_form_and_where(value: Any, reason: str) -> None:
    """A message says what happened with the offending value."""
    with pytest.raises(NotJSONError) as caught:
        encode(value)
    assert str(caught.value) == reason


@pytest.mark.parametrize("depth", [1, 64, 512])
def test_deep_values_survive(depth: int) -> None:
    """[JSON-12]."""
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        value = decode(text)
        assert encode(value).decode() == text
        assert copy(value) == value


@pytest.mark.parametrize("depth", [513, 5_000, 500_000])
def test_far_too_deep_is_an_error_and_never_a_crash(depth: int) -> None:
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


def test_another_python_reads_and_writes_the_same() -> None:
    """Without CPython's private parser the public one takes its place."""
    source = """
import sys
sys.modules["_json"] = None
from botyard._json import NotJSONError, decode, encode
assert decode('{"a":[1,2.5,"\\\\u00e9"]}') == {"a": [1, 2.5, "é"]}
assert encode({"a": "é\\n"}) == '{"a":"é\\\\n"}'.encode()
for text in ("NaN", "1e400", "[1,]", "", '"\\\\ud800"', "[" * 5000):
    try:
        decode(text)
    except NotJSONError:
        continue
    raise SystemExit(text)
"""
    environment = {"PYTHONPATH": ":".join(path for path in sys.path if path)}
    subprocess.run([sys.executable, "-c", source], check=True, env=environment)


@pytest.mark.parametrize(
    "text",
    ["{", "[1,", '{"a" 1}', '{"a":1,}', '"a', '"\\x"', '"\\u12"', '"\n"', "NaN", "1e400", ""],
)
def test_invalid_json_is_found_without_the_package_json(text: str) -> None:
    """A process that has not loaded it meets the bare C parser, errors and all."""
    source = (
        "import sys\nfrom botyard._json import NotJSONError, decode\n"
        "assert 'json' not in sys.modules\n"
        "for _ in range(2):\n"
        "    try: decode(sys.argv[1])\n"
        "    except NotJSONError as error: print(error)\n"
    )
    environment = {"PYTHONPATH": ":".join(path for path in sys.path if path)}
    ended = subprocess.run(
        [sys.executable, "-S", "-c", source, text],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = ended.stdout.splitlines()
    assert first == second
    with pytest.raises(NotJSONError) as caught:
        decode(text)
    assert str(caught.value) == first


def test_a_value_may_change_while_it_is_written() -> None:
    """Another thread may do so at any moment; here the value does it itself."""

    class Sly(list[int]):
        def __iter__(self) -> Iterator[int]:
            outer["new"] = 1
            return super().__iter__()

    outer: dict[str, Any] = {"a": Sly([1]), "b": 2}
    assert encode(outer) == b'{"a":[1],"b":2}'


def test_a_value_that_cannot_be_read_has_no_json_form() -> None:
    """[JSON-10] Whatever its class has made of reading."""

    class Broken(list[int]):
        def __iter__(self) -> Iterator[int]:
            raise OSError("gone")

    with pytest.raises(NotJSONError) as caught:
        encode({"a": Broken([1])})
    assert isinstance(caught.value.__cause__, OSError)
