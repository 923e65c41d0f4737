"""The request that a query handler receives."""

from __future__ import annotations

from botyard import _errors, _json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal, TypeVar, overload

    D = TypeVar("D")
    T = TypeVar("T")
    ParamType = Literal["string", "number", "integer", "boolean", "array", "object"]

_NOTHING = object()


class Request:
    """One query: its path and its parameters.

    Parameters from an HTTP query string are always strings. The typed accessors also accept the
    JSON text of a value, so that a handler reads `?limit=5` and `{"limit":5}` in the same way.

    Example:
        >>> from botyard import query
        >>> @query.handler("/double")
        ... def double(request: query.Request) -> int:
        ...     return 2 * request.get_integer("n", 21)
        >>> double(query.Request("/double", {"n": "4"}))
        8
    """

    __slots__ = ("_params", "path")

    path: str
    """The path of the query, percent-decoded, such as `/double`. [Q-31]"""

    def __init__(self, path: str, params: dict[str, Any]) -> None:
        """Make a request, for example to call a handler in a test."""
        self.path = path
        self._params = params

    def get(self, key: str, default: Any = None) -> Any:
        """Return a parameter's JSON value, or the default if it is absent or null. [Q-32]

        Example:
            >>> from botyard import query
            >>> request = query.Request("/a", {"limit": "5"})
            >>> request.get("limit"), request.get("symbol", "AAPL")
            ('5', 'AAPL')
        """
        value = self._params.get(key)
        return default if value is None else _json.copy(value)

    def values(self) -> dict[str, Any]:
        """Return all parameters with their JSON types, as a new copy at each call. [Q-33]

        Example:
            >>> from botyard import query
            >>> query.Request("/a", {"limit": 5, "symbol": "AAPL"}).values()
            {'limit': 5, 'symbol': 'AAPL'}
        """
        copy: dict[str, Any] = _json.copy(self._params)
        return copy

    def params_as(self, type: type[T]) -> T:
        """Return all parameters as a type: a dataclass, a TypedDict or a pydantic model. [Q-52]

        A member that is not text also accepts the string of a query string, as `get_as` does.

        Raises:
            BotyardError: `query.invalid_param` with the path of the first part that does not fit.
                If the handler does not catch it, the query is answered with HTTP status 400.
            TypeError: If JSON cannot be read as the type.

        Example:
            >>> from dataclasses import dataclass
            >>> from botyard import query
            >>> @dataclass
            ... class Newest:
            ...     limit: int = 10
            ...     symbol: str | None = None
            >>> query.Request("/newest", {"limit": "5"}).params_as(Newest)
            Newest(limit=5, symbol=None)
        """
        from botyard._json import misfit, typed  # loads modules that few handlers need

        try:
            read: T = typed.read_params_as(self._params, type)
        except misfit.MisfitError as error:
            missing = error.found is misfit.MISSING
            raise _errors.failure(
                "query.invalid_param",
                key=error.place,
                expected=error.expected or f"valid ({error.words})",
                value=_errors.NOTHING if missing else error.found,
            ) from None
        return read

    def get_as(self, key: str, type: ParamType, default: Any = None) -> Any:
        """Return a parameter as the named type, or the default if it is absent or null. [Q-34]

        Args:
            key: The parameter's name.
            type: `string`, `number`, `integer`, `boolean`, `array` or `object`. All but `string`
                also accept a string that is the JSON text of such a value, without white space
                around it.
            default: Returned if the parameter is absent or null.

        Raises:
            BotyardError: `query.invalid_param` if the parameter is present and does not fit, even
                if there is a default. If the handler does not catch it, the query is answered
                with HTTP status 400. [Q-37]

        Example:
            >>> from botyard import BotyardError, query
            >>> request = query.Request("/a", {"limit": "5", "live": 1})
            >>> request.get_as("limit", "integer")
            5
            >>> try:
            ...     request.get_as("live", "boolean", False)
            ... except BotyardError as error:
            ...     print(error.code, error, sep=": ")
            query.invalid_param: parameter "live" must be true or false, got 1
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
        """Return a parameter that must be a string. [Q-36]

        A number or boolean is refused. Fails as `get_as` does.

        Example:
            >>> from botyard import query
            >>> request = query.Request("/a", {"symbol": "AAPL"})
            >>> request.get_string("symbol"), request.get_string("currency", "USD")
            ('AAPL', 'USD')
        """
        return self.get_as(key, "string", default)

    if TYPE_CHECKING:

        @overload
        def get_number(self, key: str) -> float | None: ...
        @overload
        def get_number(self, key: str, default: D) -> float | D: ...

    def get_number(self, key: str, default: Any = None) -> Any:
        """Return a parameter that must be a number or its JSON text. [Q-34, Q-35]

        An int stays an int. Fails as `get_as` does.

        Example:
            >>> from botyard import query
            >>> request = query.Request("/a", {"price": "187.5", "shares": 10})
            >>> request.get_number("price"), request.get_number("shares")
            (187.5, 10)
        """
        return self.get_as(key, "number", default)

    if TYPE_CHECKING:

        @overload
        def get_integer(self, key: str) -> int | None: ...
        @overload
        def get_integer(self, key: str, default: D) -> int | D: ...

    def get_integer(self, key: str, default: Any = None) -> Any:
        """Return a parameter that must be an integer, in any notation. [Q-34, Q-35]

        `5`, `5.0`, `5e0` and `"5"` are all read as 5. Fails as `get_as` does.

        Example:
            >>> from botyard import query
            >>> query.Request("/a", {"limit": 5.0}).get_integer("limit", 10)
            5
        """
        return self.get_as(key, "integer", default)

    if TYPE_CHECKING:

        @overload
        def get_boolean(self, key: str) -> bool | None: ...
        @overload
        def get_boolean(self, key: str, default: D) -> bool | D: ...

    def get_boolean(self, key: str, default: Any = None) -> Any:
        """Return a parameter that must be true or false, or its JSON text. [Q-34]

        `1` and `"yes"` are refused. Fails as `get_as` does.

        Example:
            >>> from botyard import query
            >>> query.Request("/a", {"live": "true"}).get_boolean("live", False)
            True
        """
        return self.get_as(key, "boolean", default)

    if TYPE_CHECKING:

        @overload
        def get_array(self, key: str) -> list[Any] | None: ...
        @overload
        def get_array(self, key: str, default: D) -> list[Any] | D: ...

    def get_array(self, key: str, default: Any = None) -> Any:
        """Return a parameter that must be an array or its JSON text. [Q-34]

        Its elements may be any JSON values. Fails as `get_as` does.

        Example:
            >>> from botyard import query
            >>> query.Request("/a", {"symbols": '["AAPL","MSFT"]'}).get_array("symbols")
            ['AAPL', 'MSFT']
        """
        return self.get_as(key, "array", default)

    if TYPE_CHECKING:

        @overload
        def get_object(self, key: str) -> dict[str, Any] | None: ...
        @overload
        def get_object(self, key: str, default: D) -> dict[str, Any] | D: ...

    def get_object(self, key: str, default: Any = None) -> Any:
        """Return a parameter that must be an object or its JSON text. [Q-34]

        Its values may be any JSON values. Fails as `get_as` does.

        Example:
            >>> from botyard import query
            >>> query.Request("/a", {"range": {"from": 100, "to": 200}}).get_object("range")
            {'from': 100, 'to': 200}
        """
        return self.get_as(key, "object", default)


def _spelled(text: str) -> Any:
    """Parse a string as JSON, without white space around it."""
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
