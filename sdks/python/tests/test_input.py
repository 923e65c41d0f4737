"""The function `input.parse`."""

from __future__ import annotations

import pytest

from botyard import BotyardError, input


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Set a bot id and a config."""
    monkeypatch.setenv("BOT_ID", " bot é ")
    monkeypatch.setenv("BOT_CONFIG", '{"symbol":"AAPL","n":9007199254740993}')
    return monkeypatch


def test_a_bot_gets_its_id_and_config(given: pytest.MonkeyPatch) -> None:
    """[IN-1]."""
    bot_id, config = input.parse()
    assert bot_id == " bot é "
    assert config == {"symbol": "AAPL", "n": 9007199254740993}
    assert input.parse().bot_id == bot_id
    assert input.parse().config == config


def test_changing_one_config_does_not_change_the_next(given: pytest.MonkeyPatch) -> None:
    """[IN-4]."""
    input.parse().config["symbol"] = "IBM"
    assert input.parse().config["symbol"] == "AAPL"
    given.setenv("BOT_CONFIG", "{}")
    assert input.parse().config == {}


@pytest.mark.parametrize(
    ("bot_id", "config", "code"),
    [
        (None, None, "input.missing_bot_id"),
        ("", "[", "input.missing_bot_id"),
        ("b", None, "input.missing_bot_config"),
        ("b", "", "input.missing_bot_config"),
        ("b", "{", "input.invalid_bot_config"),
        ("b", " ", "input.invalid_bot_config"),
        ("b", "{'a':1}", "input.invalid_bot_config"),
        ("b", '{"a":1e400}', "input.invalid_bot_config"),
        ("b", "[" * 5000, "input.invalid_bot_config"),
        ("b", "null", "input.config_not_object"),
        ("b", "[]", "input.config_not_object"),
        ("b", '"x"', "input.config_not_object"),
        ("b", "5", "input.config_not_object"),
    ],
)
def test_invalid_input_is_an_error_with_a_code(
    given: pytest.MonkeyPatch, bot_id: str | None, config: str | None, code: str
) -> None:
    """[IN-2]."""
    for name, value in (("BOT_ID", bot_id), ("BOT_CONFIG", config)):
        if value is None:
            given.delenv(name)
        else:
            given.setenv(name, value)
    with pytest.raises(BotyardError) as caught:
        input.parse()
    assert caught.value.code == code


def test_the_cause_has_the_position_of_the_error(given: pytest.MonkeyPatch) -> None:
    """[IN-3]."""
    given.setenv("BOT_CONFIG", '{"a":1,\n "b" 2}')
    with pytest.raises(BotyardError) as caught:
        input.parse()
    assert "line 2 column 6" in str(caught.value.cause)


def test_no_error_quotes_the_config(given: pytest.MonkeyPatch) -> None:
    """[IN-5] It may contain secrets."""
    for config in ('{"key":"s3cret" x', '"s3cret"', "7777777e999", '{"s3cret":NaN'):
        given.setenv("BOT_CONFIG", config)
        with pytest.raises(BotyardError) as caught:
            input.parse()
        shown = f"{caught.value} {caught.value.cause}"
        assert "s3cret" not in shown
        assert "7777777" not in shown
    given.setenv("BOT_CONFIG", '{"key":"s3cret"}')
    assert "s3cret" not in repr(input.parse())
