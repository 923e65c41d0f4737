"""The log room: lines for people, with a level and fields."""

from __future__ import annotations

from . import _errors, _json, _process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def debug(message: str, data: dict[str, Any] | None = None) -> None:
    """Log a line of level `debug`; see `info`."""
    _log("debug", message, data)


def info(message: str, data: dict[str, Any] | None = None) -> None:
    """Log a line of level `info` on standard error, written before this returns. [LOG-1]

    Args:
        message: What happened, for a person.
        data: An object of fields beside the message; None counts as not given.

    Raises:
        BotyardError: `log.invalid_message`, `log.invalid_data` (nothing was written), or
            `log.write_failed` when standard error cannot be written to. [LOG-2, LOG-3]
    """
    _log("info", message, data)


def warn(message: str, data: dict[str, Any] | None = None) -> None:
    """Log a line of level `warn`; see `info`."""
    _log("warn", message, data)


def error(message: str, data: dict[str, Any] | None = None) -> None:
    """Log a line of level `error` and go on; see `info`. `botyard.error` ends the run instead."""
    _log("error", message, data)


def error_if_possible(message: str, data: dict[str, Any] | None = None) -> None:
    """Log an error line where a failure to do so changes nothing. [RES-9, Q-19, Q-38]"""
    try:
        error(message, data)
    except _errors.BotyardError:
        pass  # there is no place left to say it


def _log(level: str, message: str, data: dict[str, Any] | None) -> None:
    if not isinstance(message, str):
        raise _errors.failure("log.invalid_message", kind=message)
    record = {"level": level, "timestamp": _process.timestamp(), "message": message}
    line = _json.encode(record)
    try:
        if data is not None:
            line = b'%b,"data":%b}' % (line[:-1], _json.encode_object(data))
    except _json.NotJSONError as error:
        raise _errors.failure("log.invalid_data", reason=str(error)) from error
    try:
        _process.write_error_line(line)
    except OSError as error:
        raise _errors.failure("log.write_failed", reason=_errors.reason(error)) from error
