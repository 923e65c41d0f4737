"""The request of a handler."""

from __future__ import annotations

from typing import Any

import pytest

from botyard import BotyardError, query

ACCESSORS = ("string", "number", "integer", "boolean", "array", "object")


def request(value: Any) -> query.Request:
    """Make a request with one parameter."""
    return query.Request("/x", {"p": value})


def test_a_parameter_is_returned_as_its_json_value() -> None:
    """[Q-31, Q-32]."""
    assert request(5).path == "/x"
    values: tuple[Any, ...] = (5, "5", False, 0, "", [], {}, {"a": None})
    for value in values:
        assert request(value).get("p") == value
        assert request(value).get("p", "default") == value


def test_absent_and_null_both_give_the_default() -> None:
    """[Q-32, Q-37]."""
    for asked in (request(None), query.Request("/x", {})):
        default = object()
        assert asked.get("p") is None
        assert asked.get("p", default) is default
        for accessor in ACCESSORS:
            assert getattr(asked, f"get_{accessor}")("p") is None
            assert getattr(asked, f"get_{accessor}")("p", default) is default


@pytest.mark.parametrize("key", ["__class__", "constructor", "get", "__proto__", ""])
def test_names_with_a_meaning_elsewhere_are_ordinary_keys(key: str) -> None:
    """[JSON-14]."""
    assert query.Request("/x", {}).get(key, "default") == "default"
    assert query.Request("/x", {key: 1}).get(key) == 1


def test_values_are_a_copy_at_each_call() -> None:
    """[Q-33]."""
    asked = request({"a": [1, None]})
    values = asked.values()
    assert values == {"p": {"a": [1, None]}}
    values["p"]["a"].append(2)
    values["q"] = 1
    assert asked.values() == {"p": {"a": [1, None]}}


@pytest.mark.parametrize(
    ("accessor", "given", "read"),
    [
        ("string", "", ""),
        ("string", "5", "5"),
        ("number", 5, 5),
        ("number", 5.5, 5.5),
        ("number", "5.5", 5.5),
        ("number", "-1e3", -1000.0),
        ("number", "9007199254740993", 9007199254740993),
        ("number", "1.7976931348623157e308", 1.7976931348623157e308),
        ("integer", 5, 5),
        ("integer", 5.0, 5),
        ("integer", "5", 5),
        ("integer", "5.0", 5),
        ("integer", "5e0", 5),
        ("integer", "-0", 0),
        ("integer", 2**53 - 1, 2**53 - 1),
        ("integer", "-9007199254740991", -(2**53) + 1),
        ("boolean", True, True),
        ("boolean", "false", False),
        ("array", [1], [1]),
        ("array", "[1, 2]", [1, 2]),
        ("object", {"a": 1}, {"a": 1}),
        ("object", '{"a" : 1}', {"a": 1}),
    ],
)
def test_a_typed_accessor_accepts_the_type_and_its_json_text(
    accessor: str, given: Any, read: Any
) -> None:
    """[Q-34, Q-35, Q-36]."""
    for arguments in (("p",), ("p", "default")):
        value = getattr(request(given), f"get_{accessor}")(*arguments)
        assert value == read
        assert type(value) is type(read)


@pytest.mark.parametrize(
    ("accessor", "given", "message"),
    [
        ("string", 5, "a string, got 5"),
        ("string", True, "a string, got true"),
        ("string", ["x"], 'a string, got ["x"]'),
        ("number", "abc", 'a number, got "abc"'),
        ("number", "", 'a number, got ""'),
        ("number", " 5", 'a number, got " 5"'),
        ("number", "5\n", 'a number, got "5\\n"'),
        ("number", "+5", 'a number, got "+5"'),
        ("number", "05", 'a number, got "05"'),
        ("number", "5.", 'a number, got "5."'),
        ("number", "0x10", 'a number, got "0x10"'),
        ("number", "1_000", 'a number, got "1_000"'),
        ("number", "٥", 'a number, got "٥"'),
        ("number", "NaN", 'a number, got "NaN"'),
        ("number", "1e400", 'a number, got "1e400"'),
        ("number", True, "a number, got true"),
        ("number", "true", 'a number, got "true"'),
        ("number", '"5"', 'a number, got "\\"5\\""'),
        ("integer", 5.5, "an integer, got 5.5"),
        ("integer", "5.5", 'an integer, got "5.5"'),
        ("integer", "1e400", 'an integer, got "1e400"'),
        ("integer", False, "an integer, got false"),
        ("boolean", 1, "true or false, got 1"),
        ("boolean", "True", 'true or false, got "True"'),
        ("boolean", " true", 'true or false, got " true"'),
        ("boolean", "1", 'true or false, got "1"'),
        ("array", {}, "an array, got {}"),
        ("array", "[1] ", 'an array, got "[1] "'),
        ("array", "[1", 'an array, got "[1"'),
        ("array", "{}", 'an array, got "{}"'),
        ("object", [], "an object, got []"),
        ("object", "null", 'an object, got "null"'),
        ("object", "x" * 200, 'an object, got "' + "x" * 99 + "…"),
    ],
)
def test_a_typed_accessor_refuses_other_values_even_with_a_default(
    accessor: str, given: Any, message: str
) -> None:
    """[Q-34, Q-36, Q-37]."""
    for arguments in (("p",), ("p", 7)):
        with pytest.raises(BotyardError) as caught:
            getattr(request(given), f"get_{accessor}")(*arguments)
        assert caught.value.code == "query.invalid_param"
        assert str(caught.value) == f'parameter "p" must be {message}'


def test_a_type_can_be_passed_by_name() -> None:
    """[Q-34] The other accessors are short forms of this."""
    assert request("5").get_as("p", "integer") == 5
    assert request("[5]").get_as("p", "array", []) == [5]
    assert query.Request("/x", {}).get_as("p", "object", {}) == {}
    with pytest.raises(BotyardError, match='"p" must be true or false, got "yes"'):
        request("yes").get_as("p", "boolean")


def test_changing_a_parameter_does_not_change_the_request() -> None:
    """[Q-33]."""
    asked = request([1])
    asked.get("p").append(2)
    asked.get_as("p", "array").append(3)
    assert asked.values() == {"p": [1]}
