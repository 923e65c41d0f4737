"""The error type and its messages."""

from __future__ import annotations

import pickle
from typing import get_args

import pytest

from botyard import BotyardError, codes, input, state
from botyard._errors import failure
from botyard._errors_gen import TABLE
from botyard._json import kind


def test_an_error_has_code_message_advice_and_cause() -> None:
    """[ERR-1, ERR-3]."""
    with pytest.raises(BotyardError) as caught:
        raise failure("state.corrupt", key="a", path="/x") from ValueError("why")
    error = caught.value
    assert error.code == "state.corrupt"
    assert str(error) == 'the file of state key "a" is not valid JSON: /x'
    assert error.next == TABLE["state.corrupt"][1]
    assert isinstance(error.cause, ValueError)
    assert error.__notes__ == [error.next]


def test_a_constant_catches_the_error_of_a_real_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `case`, and with `==`."""
    monkeypatch.setenv("QUERY_PORT", "1")
    try:
        state.set("runs", 1)
    except BotyardError as error:
        match error.code:
            case codes.STATE_READ_ONLY:
                caught = True
            case _:
                caught = False
    assert caught
    monkeypatch.delenv("BOT_ID", raising=False)
    with pytest.raises(BotyardError) as missing:
        input.parse()
    assert missing.value.code == codes.INPUT_MISSING_BOT_ID


def test_every_code_has_a_constant_and_is_an_error_code() -> None:
    """Also at run time, where `ErrorCode` is made only when it is used."""
    constants = {name: value for name, value in vars(codes).items() if name.isupper()}
    del constants["TYPE_CHECKING"]
    assert constants == {code.replace(".", "_").upper(): code for code in TABLE}
    assert get_args(codes.ErrorCode) == tuple(TABLE)
    with pytest.raises(AttributeError, match="no attribute 'STATE_READONLY'"):
        codes.STATE_READONLY  # type: ignore[attr-defined]  # noqa: B018 - a type checker sees it


def test_an_error_can_be_pickled() -> None:
    """A pool of worker processes pickles exceptions."""
    error = pickle.loads(pickle.dumps(failure("query.already_running")))  # noqa: S301 - our own
    assert (error.code, str(error)) == ("query.already_running", "query.run() was called twice")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("", '""'),
        (None, "null"),
        (5, "5"),
        ({"a": [1]}, '{"a":[1]}'),
        ("x" * 200, '"' + "x" * 99 + "…"),
        ("x" * 98, '"' + "x" * 98 + '"'),
        ("\ud800", '"\ufffd"'),
        (b"x", "a bytes"),
        (object(), "an object"),
        ({"a": b""}, "an object"),
        ([b""], "an array"),
    ],
)
def test_a_message_shows_the_offending_value_as_json(given: object, shown: str) -> None:
    """Cut after 100 characters; a value with no JSON form is named by its kind."""
    assert str(failure("metric.invalid_type", value=given)).endswith(f", got {shown}")


def test_long_text_is_cut() -> None:
    """[Q-7] The text of parameters that are not an object."""
    message = str(failure("query.params_not_object", text="[" * 101))
    assert message.endswith("got " + "[" * 100 + "…")


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (None, "null"),
        (True, "a boolean"),
        (1, "a number"),
        (1.5, "a number"),
        ("", "a string"),
        ([], "an array"),
        ((), "an array"),
        ({}, "an object"),
        (1j, "a complex"),
    ],
)
def test_kinds_have_names(value: object, word: str) -> None:
    """The names in messages."""
    assert kind(value) == word
