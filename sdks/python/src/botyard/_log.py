"""Log: structured records with a level, a message and data."""

from __future__ import annotations

from . import _errors, _json
from ._process import clock, streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def debug(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `debug`; see `info`."""
    _log("debug", message, data)


def info(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `info` to standard error before this returns. [LOG-1]

    Args:
        message: What happened.
        data: Details, a JSON object; None counts as not given.

    Raises:
        BotyardError: `log.invalid_message`, `log.invalid_data`, `log.write_failed`.
            [LOG-2, LOG-3]
    """
    _log("info", message, data)


def warn(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `warn`; see `info`."""
    _log("warn", message, data)


def error(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `error`; see `info`. Unlike `botyard.error`, this returns."""
    _log("error", message, data)


def error_if_possible(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `error`; ignore a failure to do so. [RES-9, Q-19, Q-38]"""
    try:
        error(message, data)
    except _errors.BotyardError:
        pass  # there is no other place to report it


def _log(level: str, message: str, data: dict[str, Any] | None) -> None:
    if not isinstance(message, str):
        raise _errors.failure("log.invalid_message", kind=message)
    record = {"level": level, "timestamp": clock.timestamp(), "message": message}
    line = _json.encode(record)
    try:
        if data is not None:
            line = b'%b,"data":%b}' % (line[:-1], _json.encode_object(data))
    except _json.NotJSONError as error:
        raise _errors.failure("log.invalid_data", reason=str(error)) from error
    try:
        streams.write_stderr(line)
    except OSError as error:
        raise _errors.failure("log.write_failed", reason=_errors.reason(error)) from error
