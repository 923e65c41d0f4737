"""JSON values that are read as types. [JSON-19, JSON-20]"""

from __future__ import annotations

import enum
from dataclasses import InitVar, dataclass, field
from decimal import Decimal
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NewType,
    NotRequired,
    Required,
    TypedDict,
    TypeVar,
)

import pytest

from botyard._json import typed
from botyard._json.misfit import MisfitError


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
T = TypeVar("T")


@dataclass
class Box(Generic[T]):
    """A generic type."""

    value: T


@dataclass
class Scaled:
    """A type with an argument that is no field, and a constant."""

    factor: InitVar[int]
    LARGEST: ClassVar[int] = 5

    def __post_init__(self, factor: int) -> None:
        """Keep the argument."""
        self.kept = factor


class Mixed(enum.Enum):
    """An enumeration of which not every value has a JSON form."""

    A = "a"
    B = Decimal("1.5")


class Loose(TypedDict, total=False):
    """A dictionary whose keys may be missing, but for one."""

    most: Required[int]
    least: Annotated[NotRequired[int], "note"]


@dataclass
class Nullable:
    """Members that have null in different ways."""

    a: Annotated[int | None, "note"]
    b: Literal["x", None]  # noqa: PYI061 - both forms are read
    c: None


@dataclass
class Buy:
    """One of two tagged types."""

    kind: Literal["buy"]
    shares: int


@dataclass
class Sell:
    """The other one."""

    kind: Literal["sell"]
    price: float


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


@dataclass
class Chain:
    """A type that contains itself."""

    next: Chain | None = None


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
        ({"value": 5.0}, Box[int], Box(5)),
        ({"value": [{"price": 1}]}, Box[list[Leg]], Box([Leg(1.0)])),
        ({"factor": 2}, Scaled, Scaled(2)),
        ([1, "a"], tuple, (1, "a")),
        ({"a": 1}, dict, {"a": 1}),
        ("red", Literal[Side.BUY, "red"], "red"),
        ("buy", Literal[Side.BUY, "red"], Side.BUY),
        ("a", Mixed, Mixed.A),
        ({"most": 1}, Loose, {"most": 1}),
        ({}, Nullable, Nullable(None, None, None)),
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
        ({"value": "x"}, Box[int], "value must be an integer, got a string"),
        ({}, Box[Side], "value is missing"),
        ("blue", Mixed, 'it must be one of "a", got a string'),
        ({}, Loose, "most is missing"),
        ({"kind": "sell", "price": "x"}, Buy | Sell, "price must be a number, got a string"),
        ({"kind": "hold"}, Buy | Sell, 'kind must be one of "buy", "sell", got a string'),
        ("x", Model | None, "it must be an object or null, got a string"),
        ("1_0", Decimal, "it must be a decimal number, got a string"),
        (" 1", Decimal, "it must be a decimal number, got a string"),
        ({'q"q': 1}, dict[str, str], '["q\\"q"] must be a string, got a number'),
    ],
)
def test_a_value_that_does_not_fit_is_refused(value: Any, wanted: Any, reason: str) -> None:
    """[JSON-20]"""
    with pytest.raises(MisfitError) as refused:
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
        with pytest.raises(MisfitError) as refused:
            typed.read_params_as({"price": "1", "size": text}, Leg)
        assert (refused.value.place, refused.value.found) == ("size", text)


def test_a_model_reads_itself() -> None:
    """Its own words say what is wrong, without the value."""
    assert typed.read_as([5], list[Model])[0].value == 5
    with pytest.raises(MisfitError) as refused:
        typed.read_as(["secret"], list[Model])
    assert refused.value.reason() == "[0] does not fit: Input should be a valid integer"


@pytest.mark.parametrize(
    "words",
    [
        "bad hunter2",
        "bad 'HUNTER2'",
        "invalid literal for int(): 'hunter2'",
        "Received 4711",
        'a "q" here',
        "['hunter2']",
    ],
)
def test_the_reason_quotes_no_part_of_a_config(words: str) -> None:
    """[IN-5] Words of a type are left out if they contain any value of the config."""
    config = {"a": [{"b": " hunter2 "}], "n": 4711, "q": 'a "q" here', "short": "x"}
    assert MisfitError(("a",), "", [], words).reason(config) == "a does not fit"
    harmless = MisfitError(("a",), "", [], "an extra x is needed")
    assert harmless.reason(config) == "a does not fit: an extra x is needed"
    assert MisfitError(("a",), "", [], " ").reason() == "a does not fit"


def test_a_value_that_is_nested_too_deeply_is_refused() -> None:
    """[JSON-13]"""
    value: dict[str, Any] = {}
    for _ in range(400):
        value = {"next": value}
    with pytest.raises(MisfitError) as refused:
        typed.read_as(value, Chain)
    assert refused.value.reason() == "it does not fit: it is nested too deeply"


def test_an_annotation_that_cannot_be_found_is_the_authors_error() -> None:
    """The advice says what to do."""

    @dataclass
    class Local:
        leg: Unknown  # type: ignore[name-defined]  # noqa: F821 - that is the matter of this test

    with pytest.raises(TypeError, match="define it at the top of the module"):
        typed.read_as({}, Local)
    with pytest.raises(TypeError, match="its keys are texts"):
        typed.read_as({}, dict[int, str])


def test_a_parameter_with_a_fault_inside_its_json_text_names_the_fault() -> None:
    """[JSON-20]"""
    with pytest.raises(MisfitError) as refused:
        typed.read_params_as({"value": '[{"price":1},{"price":"x"}]'}, Box[list[Leg]])
    assert refused.value.place == "value[1].price"
    # The JSON text of a text is no value of another type.
    with pytest.raises(MisfitError):
        typed.read_params_as({"value": '"buy"'}, Box[Side])


def test_a_missing_model_is_not_asked_to_read_anything() -> None:
    """The type of the bot sees only values of JSON."""
    with pytest.raises(MisfitError) as refused:
        typed.read_as({}, Box[Model])
    assert (refused.value.reason(), refused.value.expected) == ("value is missing", "an object")
