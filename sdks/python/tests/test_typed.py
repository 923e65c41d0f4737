"""JSON values that are read as types. [JSON-19, JSON-20]"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Annotated, Any, Literal, NewType, NotRequired, TypedDict

import pytest

from botyard._json import typed


class Side(enum.Enum):
    """An enumeration of words."""

    BUY = "buy"
    SELL = "sell"


class Level(enum.IntEnum):
    """An enumeration of numbers."""

    LOW = 1


@dataclass
class Leg:
    """A nested type, with a check of its own."""

    price: float
    size: int = 1
    made: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Refuse what the types cannot."""
        if self.price < 0:
            raise ValueError(f"a price of {self.price} is below 0")


class Limits(TypedDict):
    """A dictionary of known keys."""

    most: int
    least: NotRequired[int | None]


UserId = NewType("UserId", str)


@pytest.mark.parametrize(
    ("value", "wanted", "read"),
    [
        (5.0, int, 5),
        (5, float, 5.0),
        (0.1, Decimal, Decimal("0.1")),
        ("0.10", Decimal, Decimal("0.10")),
        (12345678901234567890, Decimal, Decimal(12345678901234567890)),
        (None, None, None),
        (None, int | None, None),
        (True, bool, True),
        ("buy", Side, Side.BUY),
        (1.0, Level, Level.LOW),
        ("a", Literal["a", "b"], "a"),
        ([1, 2.0], list[int], [1, 2]),
        ([1, "a"], tuple[int, str], (1, "a")),
        ([1, 2], tuple[int, ...], (1, 2)),
        ({"a": 1.0}, dict[str, int], {"a": 1}),
        ({"a": [1, None]}, Any, {"a": [1, None]}),
        ([1, {}], list, [1, {}]),
        ("x", UserId, "x"),
        (5, Annotated[int, "shares"], 5),
        ({"price": 1}, Leg, Leg(1.0)),
        ({"price": 1, "size": 3.0, "more": 1}, Leg, Leg(1.0, 3)),
        ({"most": 1.0, "more": "x"}, Limits, {"most": 1, "more": "x"}),
        ({"most": 1, "least": None}, Limits, {"most": 1, "least": None}),
        ({"price": 2}, Leg | None, Leg(2.0)),
        ("x", int | str, "x"),
    ],
)
def test_a_value_that_fits_is_read(value: Any, wanted: Any, read: Any) -> None:
    """[JSON-19]"""
    given = typed.read_as(value, wanted)
    assert given == read
    assert type(given) is type(read)


@pytest.mark.parametrize(
    ("value", "wanted", "reason"),
    [
        (1.7, int, "it must be an integer, got a number"),
        (True, int, "it must be an integer, got a boolean"),
        (True, float, "it must be a number, got a boolean"),
        (2**53 + 1, float, "it must be a number that a float holds, got a number"),
        (10**400, float, "it must be a number that a float holds, got a number"),
        ("5", int, "it must be an integer, got a string"),
        (1, bool, "it must be true or false, got a number"),
        (None, str, "it must be a string, got null"),
        ("Buy", Side, 'it must be one of "buy", "sell", got a string'),
        (True, Level, "it must be one of 1, got a boolean"),
        (0, Literal[False], "it must be one of false, got a number"),
        ("NaN", Decimal, "it must be a decimal number, got a string"),
        ("ten", Decimal, "it must be a decimal number, got a string"),
        ([1], tuple[int, str], "it must be an array of 2, got an array"),
        (
            {"a": [{"price": "x"}]},
            dict[str, list[Leg]],
            "a[0].price must be a number, got a string",
        ),
        ({"a b": 1}, dict[str, str], '["a b"] must be a string, got a number'),
        ({}, Leg, "price is missing"),
        ({"Price": 1}, Leg, "price is missing"),
        ({"price": 1, "size": None}, Leg, "size must be an integer, got null"),
        ({"least": 1}, Limits, "most is missing"),
        ({"most": 1, "least": "x"}, Limits, "least must be an integer or null, got a string"),
        (
            [{"price": 1, "size": "x"}],
            list[Leg | None],
            "[0].size must be an integer, got a string",
        ),
        ({"price": -1}, Leg, "it does not fit: a price of -1.0 is below 0"),
        (5, Leg, "it must be an object, got a number"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(value: Any, wanted: Any, reason: str) -> None:
    """[JSON-20]"""
    with pytest.raises(typed.MisfitError) as refused:
        typed.read_as(value, wanted)
    assert refused.value.reason() == reason


def test_a_type_without_a_json_form_is_refused() -> None:
    """The error is the author's, so it is no refusal of the value."""
    with pytest.raises(TypeError, match="bytes"):
        typed.read_as("x", bytes)


def test_texts_of_parameters_are_read_where_the_type_is_no_text() -> None:
    """[Q-52] A misfit shows the parameter as it was passed."""
    assert typed.read_params_as({"price": "1.5", "size": "2.0"}, Leg) == Leg(1.5, 2)
    assert typed.read_params_as({"most": "5"}, dict[str, str]) == {"most": "5"}
    for text in (" 5", "x", "1.5", '"5"', ""):
        with pytest.raises(typed.MisfitError) as refused:
            typed.read_params_as({"price": "1", "size": text}, Leg)
        assert (refused.value.place, refused.value.found) == ("size", text)


class Model:
    """Stands for a model of pydantic, which the tests do not install."""

    def __init__(self, value: Any) -> None:
        """Make a model."""
        self.value = value

    @classmethod
    def model_validate(cls, value: Any) -> Model:
        """Accept a number and refuse all else, as pydantic does."""
        if not isinstance(value, int):
            raise ModelError(value)
        return cls(value)


class ModelError(ValueError):
    """A refusal in the form of pydantic's ValidationError."""

    def __init__(self, value: Any) -> None:
        """Make a refusal."""
        super().__init__(f"1 validation error for Model: {value}")
        self._value = value

    def errors(self) -> list[dict[str, Any]]:
        """Return what is wrong."""
        message = "Input should be a valid integer"
        return [{"type": "int_type", "loc": ("value",), "msg": message, "input": self._value}]


def test_a_model_reads_itself() -> None:
    """Its own words say what is wrong, without the value."""
    assert typed.read_as([5], list[Model])[0].value == 5
    with pytest.raises(typed.MisfitError) as refused:
        typed.read_as(["secret"], list[Model])
    assert refused.value.reason() == "[0].value does not fit: Input should be a valid integer"
