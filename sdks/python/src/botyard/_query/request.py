"""What a query handler is given."""

from __future__ import annotations

from botyard import _errors, _json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal, TypeVar, overload

    D = TypeVar("D")
    ParamType = Literal["string", "number", "integer", "boolean", "array", "object"]

_NOTHING = object()


class Request:
    """One query: its path and its parameters.

    Over HTTP a parameter of the query string is always a string. The typed accessors take such a
    string for the value that it spells, so a handler reads `?limit=5` and `{"limit":5}` alike.
    """

    __slots__ = ("_params", "path")

    path: str
    """The path that was asked for, percent-decoded. [Q-31]"""

    def __init__(self, path: str, params: dict[str, Any]) -> None:
        """Make a request, for instance to call a handler in a test."""
        self.path = path
        self._params = params

    def get(self, key: str, default: Any = None) -> Any:
        """Give a parameter as the JSON value it is; absent and null give the default. [Q-32]"""
        value = self._params.get(key)
        return default if value is None else _json.copy(value)

    def values(self) -> dict[str, Any]:
        """Give all parameters with their JSON types, in a copy of its own. [Q-33]"""
        copy: dict[str, Any] = _json.copy(self._params)
        return copy

    def get_as(self, key: str, type: ParamType, default: Any = None) -> Any:
        """Give a parameter as the named type; absent and null give the default. [Q-34]

        Args:
            key: The parameter's name.
            type: `string`, `number`, `integer`, `boolean`, `array` or `object`. All but the first
                also take a string that is, whole and with nothing around it, the JSON of one.
            default: What to give instead of nothing.

        Raises:
            BotyardError: `query.invalid_param` when it is present and does not fit, default or
                not; a handler that lets it pass answers with HTTP status 400. [Q-37]
        """
        given = self._params.get(key)
        if given is None:
            return default
        expected, read = _TYPES[type]
        value = read(given)
        if value is _NOTHING and isinstance(given, str) and type != "string":
            value = read(_spelled(given))
        if value is _NOTHING:
            raise _errors.failure("query.invalid_param", key=key, expected=expected, value=given)
        return _json.copy(value)

    if TYPE_CHECKING:

        @overload
        def get_string(self, key: str) -> str | None: ...
        @overload
        def get_string(self, key: str, default: D) -> str | D: ...

    def get_string(self, key: str, default: Any = None) -> Any:
        """Give a parameter that must be a string. Fails as `get_as` does. [Q-36]"""
        return self.get_as(key, "string", default)

    if TYPE_CHECKING:

        @overload
        def get_number(self, key: str) -> float | None: ...
        @overload
        def get_number(self, key: str, default: D) -> float | D: ...

    def get_number(self, key: str, default: Any = None) -> Any:
        """Give a parameter that must be a number, or a string that is one. [Q-34, Q-35]

        An int stays an int. Fails as `get_as` does.
        """
        return self.get_as(key, "number", default)

    if TYPE_CHECKING:

        @overload
        def get_integer(self, key: str) -> int | None: ...
        @overload
        def get_integer(self, key: str, default: D) -> int | D: ...

    def get_integer(self, key: str, default: Any = None) -> Any:
        """Give a parameter that must be an integral number, however it is written. [Q-34, Q-35]

        `5`, `5.0`, `5e0` and `"5"` all give 5. Fails as `get_as` does.
        """
        return self.get_as(key, "integer", default)

    if TYPE_CHECKING:

        @overload
        def get_boolean(self, key: str) -> bool | None: ...
        @overload
        def get_boolean(self, key: str, default: D) -> bool | D: ...

    def get_boolean(self, key: str, default: Any = None) -> Any:
        """Give a parameter that must be true or false, or a string that is one. [Q-34]

        Fails as `get_as` does.
        """
        return self.get_as(key, "boolean", default)

    if TYPE_CHECKING:

        @overload
        def get_array(self, key: str) -> list[Any] | None: ...
        @overload
        def get_array(self, key: str, default: D) -> list[Any] | D: ...

    def get_array(self, key: str, default: Any = None) -> Any:
        """Give a parameter that must be an array, or a string that is the JSON of one. [Q-34]

        Fails as `get_as` does.
        """
        return self.get_as(key, "array", default)

    if TYPE_CHECKING:

        @overload
        def get_object(self, key: str) -> dict[str, Any] | None: ...
        @overload
        def get_object(self, key: str, default: D) -> dict[str, Any] | D: ...

    def get_object(self, key: str, default: Any = None) -> Any:
        """Give a parameter that must be an object, or a string that is the JSON of one. [Q-34]

        Fails as `get_as` does.
        """
        return self.get_as(key, "object", default)


def _spelled(text: str) -> Any:
    """Give the JSON value that a string spells, whole and with nothing around it."""
    if text != text.strip(" \t\n\r"):
        return _NOTHING
    try:
        return _json.decode(text)
    except _json.NotJSONError:
        return _NOTHING


def _as_string(value: Any) -> Any:
    return value if isinstance(value, str) else _NOTHING


def _as_number(value: Any) -> Any:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else _NOTHING


def _as_integer(value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value.is_integer() else _NOTHING
    return _as_number(value)


def _as_boolean(value: Any) -> Any:
    return value if isinstance(value, bool) else _NOTHING


def _as_array(value: Any) -> Any:
    return value if isinstance(value, list) else _NOTHING


def _as_object(value: Any) -> Any:
    return value if isinstance(value, dict) else _NOTHING


_TYPES: dict[ParamType, tuple[str, Callable[[Any], Any]]] = {
    "string": ("a string", _as_string),
    "number": ("a number", _as_number),
    "integer": ("an integer", _as_integer),
    "boolean": ("true or false", _as_boolean),
    "array": ("an array", _as_array),
    "object": ("an object", _as_object),
}
