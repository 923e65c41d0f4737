"""State: durable keys and values of a bot, one JSON file per key.

Values survive the process, a restart of the bot and a new version of it. File names and contents
are the same in every language, so that a bot and its query handlers may be written in different
languages. [ST-1]
"""

from __future__ import annotations

import os.path

from . import _errors, _json
from ._process import environment, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from typing import Any, TypeVar, overload

    from ._codes_gen import ErrorCode

    D = TypeVar("D")
    T = TypeVar("T")

_LONGEST_NAME = 200
_LARGEST_VALUE = 1024 * 1024
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-")
_SUFFIX = b".json"


def get(key: str, default: Any = None) -> Any:
    """Return the value of a key, or `default` if the key does not exist. [ST-9]

    A stored null is a value and is returned as None, not as the default. Every call reads the
    file again, and so returns what another process has set. Only a regular file is a key; a
    folder, link or pipe in its place counts as absent. [ST-4]

    Raises:
        BotyardError: With the code [ST-3, ST-10, ST-11]
            `state.invalid_key` if the key is not as `set` describes;
            `state.corrupt` if its file is not JSON, whatever the default;
            `state.read_failed` if the file cannot be read.

    Example:
        >>> from botyard import state
        >>> state.get("runs", 0)
        0
        >>> state.set("runs", 1)
        >>> state.get("runs", 0)
        1
    """
    path = _path(key)
    try:
        content = files.read(path)
    except OSError as error:
        raise _failure("state.read_failed", error) from error
    if content is None:
        return default
    try:
        return _json.decode(content)
    except _json.NotJSONError as error:
        raise _errors.failure("state.corrupt", key=key, path=_shown(path)) from error


if TYPE_CHECKING:

    @overload
    def get_as(key: str, type: type[T]) -> T | None: ...
    @overload
    def get_as(key: str, type: type[T], default: D) -> T | D: ...


def get_as(key: str, type: Any, default: Any = None) -> Any:
    """Return the value of a key as a type, or `default` if the key does not exist. [ST-22]

    Args:
        key: As for `get`.
        type: A dataclass, a TypedDict, a pydantic model, or a type of these or of `bool`, `int`,
            `float`, `str`, `decimal.Decimal`, `list`, `tuple`, `dict`, `Literal`, an `Enum`, or
            several of them, such as `int | None`. An integer is accepted in any notation, such as
            `3.0`; None only where the type has it. [JSON-19]
        default: Returned if the key does not exist.

    Raises:
        BotyardError: `state.wrong_type` with the path of the first part that does not fit, and the
            codes of `get`.
        TypeError: If JSON cannot be read as the type.

    Example:
        >>> from dataclasses import asdict, dataclass
        >>> from botyard import BotyardError, state
        >>> @dataclass
        ... class Position:
        ...     symbol: str
        ...     shares: int = 0
        >>> state.set("position", asdict(Position("AAPL", 10)))
        >>> state.get_as("position", Position)
        Position(symbol='AAPL', shares=10)
        >>> state.set("position", {"symbol": "AAPL", "shares": 1.5})
        >>> try:
        ...     state.get_as("position", Position)
        ... except BotyardError as error:
        ...     print(error)
        the value of state key "position" is of another type: shares must be an integer...
    """
    from ._json import misfit, typed  # loads modules that a bot without types does not need

    value = get(key, _json.ABSENT)
    if value is _json.ABSENT:
        return default
    try:
        return typed.read_as(value, type)
    except misfit.MisfitError as error:
        raise _errors.failure("state.wrong_type", key=key, reason=error.reason()) from None


def set(key: str, value: Any) -> None:
    """Store a value under a key; readers see either the old value or the new one. [ST-6, ST-8]

    On return the value is on disk.

    Args:
        key: A non-empty string of at most 200 characters when encoded as a file name: `a` to `z`,
            digits, `_` and `-` count as one, every other byte of its UTF-8 form as three. [ST-2]
        value: Any JSON value of at most 1,048,576 bytes as JSON.

    Raises:
        BotyardError: With the first of these codes that applies; the old value then stays
            [ST-5, ST-7, ST-14]:
            `state.read_only` in a query process;
            `state.invalid_key` if the key is not as described above;
            `state.invalid_value` if the value has no JSON form;
            `state.value_too_large` if it is longer than 1,048,576 bytes as JSON;
            `state.write_failed` if the file cannot be written.

    Example:
        >>> from botyard import state
        >>> state.set("position", {"symbol": "AAPL", "shares": 10})
        >>> state.get("position")
        {'symbol': 'AAPL', 'shares': 10}
    """
    _refuse_in_query("set")
    path = _path(key)
    try:
        document = _json.encode(value)
    except _json.NotJSONError as error:
        raise _errors.failure("state.invalid_value", key=key, reason=str(error)) from error
    if len(document) > _LARGEST_VALUE:
        raise _errors.failure("state.value_too_large", key=key, size=len(document))
    directory, name = os.path.split(path)
    stem = name.removesuffix(_SUFFIX)
    temporary = os.path.join(directory, b".tmp-%b-%b" % (stem, files.random_name()))
    try:
        try:
            files.replace(path, temporary, document)
        except FileNotFoundError:
            files.make_directory(directory)
            files.replace(path, temporary, document)
        files.flush_directory(directory)
    except OSError as error:
        raise _failure("state.write_failed", error) from error


def delete(key: str) -> bool:
    """Remove a key; return whether it existed. [ST-12]

    On return the removal is on disk.

    Raises:
        BotyardError: With the code `state.read_only`, `state.invalid_key` or `state.write_failed`,
            as for `set`. [ST-7, ST-14]

    Example:
        >>> from botyard import state
        >>> state.set("position", 10)
        >>> state.delete("position"), state.delete("position")
        (True, False)
    """
    _refuse_in_query("delete")
    path = _path(key)
    try:
        existed = files.is_file(path) and files.remove(path)
        if existed:
            files.flush_directory(os.path.dirname(path))
    except OSError as error:
        raise _failure("state.write_failed", error) from error
    return existed


def clear() -> None:
    """Remove every key that `list` returns, and nothing else. [ST-13, ST-16]

    Raises:
        BotyardError: With the code `state.read_only` or `state.write_failed`, as for `set`.
            [ST-7, ST-14]

    Example:
        >>> from botyard import state
        >>> state.set("runs", 1)
        >>> state.clear()
        >>> state.list()
        []
    """
    _refuse_in_query("clear")
    directory = _directory()
    try:
        names = [name for name in files.names(directory) if _decode_name(name) is not None]
        for name in names:
            files.remove(os.path.join(directory, name))
        if names:
            files.flush_directory(directory)
    except OSError as error:
        raise _failure("state.write_failed", error) from error


def exists(key: str) -> bool:
    """Return whether a key exists, even if its value is null or corrupt. [ST-10, ST-12]

    Raises:
        BotyardError: With the code `state.invalid_key` or `state.read_failed`, as for `get`.

    Example:
        >>> from botyard import state
        >>> state.set("position", None)
        >>> state.exists("position"), state.exists("runs")
        (True, False)
    """
    path = _path(key)
    try:
        return files.is_file(path)
    except OSError as error:
        raise _failure("state.read_failed", error) from error


def list() -> builtins.list[str]:
    """Return all keys, sorted by their UTF-8 bytes, without files that are not keys. [ST-4]

    Raises:
        BotyardError: `state.read_failed` if the directory cannot be read.

    Example:
        >>> from botyard import state
        >>> state.set("runs", 1)
        >>> state.set("position", 10)
        >>> state.list()
        ['position', 'runs']
    """
    try:
        names = files.names(_directory())
    except OSError as error:
        raise _failure("state.read_failed", error) from error
    keys = (_decode_name(name) for name in names)
    return [key.decode("utf-8") for key in sorted(key for key in keys if key is not None)]


def _directory() -> bytes:
    return environment.absolute(
        environment.variable_bytes("STATE_DIR")
        or os.path.join(environment.code_directory(), b".state")
    )


def _path(key: str) -> bytes:
    if not isinstance(key, str):
        raise _errors.failure("state.invalid_key", key=key, reason="it is not a string")
    try:
        name = _encode_name(key.encode("utf-8"))
    except UnicodeEncodeError as error:
        reason = "it holds a lone surrogate"
        raise _errors.failure("state.invalid_key", key=key, reason=reason) from error
    if not name:
        raise _errors.failure("state.invalid_key", key=key, reason="it is empty")
    if len(name) > _LONGEST_NAME:
        reason = f"it is longer than {_LONGEST_NAME} characters when encoded"
        raise _errors.failure("state.invalid_key", key=key, reason=reason)
    return os.path.join(_directory(), name + _SUFFIX)


def _encode_name(key: bytes) -> bytes:
    return b"".join(b"%c" % byte if byte in _PLAIN else b"%%%02x" % byte for byte in key)


def _decode_name(name: bytes) -> bytes | None:
    """Return the key of a file name, or None if the name is not that of a key."""
    stem = name.removesuffix(_SUFFIX)
    if stem == name or not 1 <= len(stem) <= _LONGEST_NAME:
        return None
    first, *rest = stem.split(b"%")
    try:
        key = first + b"".join(bytes.fromhex(part[:2].decode()) + part[2:] for part in rest)
        key.decode("utf-8")
    except ValueError:
        return None
    return key if _encode_name(key) == stem else None


def _refuse_in_query(operation: str) -> None:
    if environment.is_query_process():
        raise _errors.failure("state.read_only", operation=operation)


def _failure(code: ErrorCode, error: OSError) -> _errors.BotyardError:
    reason = _errors.reason(error)
    return _errors.failure(code, path=_shown(_directory()), reason=reason)


def _shown(path: bytes) -> str:
    return path.decode("utf-8", "replace")
