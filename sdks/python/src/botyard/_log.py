"""Log: structured records with a level, a message and data.

A record is one line of JSON on standard error, with the time in UTC to the millisecond. The
levels, from the least to the most important, are `debug`, `info`, `warn` and `error`.
"""

from __future__ import annotations

from . import _errors, _json
from ._process import clock, streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def debug(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `debug`, for details that only help the bot's author; see `info`.

    Example:
        >>> from botyard import log
        >>> log.debug("asked the feed", {"milliseconds": 12})
        {"level":"debug",...,"message":"asked the feed","data":{"milliseconds":12}}
    """
    write("debug", message, data)


def info(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `info`, for what the bot does, before this returns. [LOG-1]

    May be called from any thread.

    Args:
        message: What happened.
        data: Details, a JSON object; None counts as not given.

    Raises:
        BotyardError: With the code [LOG-2, LOG-3]
            `log.invalid_message` if the message is not a string;
            `log.invalid_data` if the data is not an object or has no JSON form;
            `log.write_failed` if standard error cannot be written.

    Example:
        >>> from botyard import log
        >>> log.info("bought", {"symbol": "AAPL", "shares": 10})
        {"level":"info",...,"message":"bought","data":{"symbol":"AAPL","shares":10}}
    """
    write("info", message, data)


def warn(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `warn`, for what is unexpected but no failure; see `info`.

    Example:
        >>> from botyard import log
        >>> log.warn("the feed is late", {"seconds": 90})
        {"level":"warn",...,"message":"the feed is late","data":{"seconds":90}}
    """
    write("warn", message, data)


def error(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `error`, for a failure after which the run continues; see `info`.

    Unlike `botyard.error`, this returns and reports no result.

    Example:
        >>> from botyard import log
        >>> log.error("no price", {"symbol": "AAPL"})
        {"level":"error",...,"message":"no price","data":{"symbol":"AAPL"}}
    """
    write("error", message, data)


def capture_logging(level: int | str | None = None) -> None:
    """Make the standard library's `logging` write log records of this room.

    The root logger then has this handler alone, so that no line is written twice. The records are
    by [LOG-1]. Their data has the logger's name as `logger`, what was passed as `extra`, the
    traceback of an exception as `exception`, and the text of `stack_info` as `stack_info`.

    Args:
        level: The least level of `logging` that is written (default: the root logger's, or INFO if
            that is WARNING, the default of `logging`). Below INFO becomes `debug`, below WARNING
            `info`, below ERROR `warn`, and everything else `error`.

    Example:
        >>> import logging
        >>> from botyard import log
        >>> log.capture_logging()
        >>> logging.getLogger("feed").warning("late by %s s", 90, extra={"symbol": "AAPL"})
        {"level":"warn",...,"message":"late by 90 s","data":{"logger":"feed","symbol":"AAPL"}}
    """
    import logging

    from ._logging import Handler

    if level is None and logging.root.level == logging.WARNING:
        level = logging.INFO
    logging.basicConfig(level=level, handlers=[Handler()], force=True)


def error_if_possible(message: str, data: dict[str, Any] | None = None) -> None:
    """Write a log record of level `error`; ignore a failure to do so. [RES-9, Q-19, Q-38]"""
    try:
        error(message, data)
    except _errors.BotyardError:
        pass  # there is no other place to report it


def write(level: str, message: str, data: dict[str, Any] | None) -> None:
    """Write a log record of a level."""
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
