"""Reading JSON."""

from __future__ import annotations

import json
import random
import struct
import subprocess
import sys
from typing import Any

import pytest

from botyard._json import NotJSONError, decode, encode


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
def test_an_invalid_number_is_reported_with_its_position(text: str, place: int) -> None:
    """The cause of an invalid config has the position. [IN-3]"""
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
        r'"\ud800\uffff"',
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


def test_text_that_cannot_be_encoded_as_utf8_is_refused() -> None:
    """As Python decodes invalid bytes of an environment variable."""
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
def test_valid_json_is_read(text: str, value: Any) -> None:
    """[JSON-4, JSON-5, JSON-7, JSON-14]."""
    assert decode(text) == value
    assert type(decode(text)) is type(value)


def test_the_cause_has_the_position() -> None:
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


def test_every_double_is_preserved() -> None:
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


def test_integers_are_preserved() -> None:
    """[JSON-4, JSON-5]."""
    numbers = [0, -1, 2**53 - 1, -(2**53) + 1, 2**53 + 1, 2**64, 10**300, -(10**308)]
    assert decode(encode(numbers)) == numbers


def test_other_pythons_read_and_write_the_same() -> None:
    """Without CPython's private parser the public one is used."""
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
    """Without it the errors come from the C parser itself."""
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
