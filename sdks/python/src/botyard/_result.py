"""Results: how a run reports its outcome."""

from __future__ import annotations

import os.path

from . import _errors, _json, _log
from ._json import ABSENT
from ._process import end, environment, files, streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

_LARGEST_RESULT = 1024 * 1024
_report_lock = streams.Lock()


def success(message: str, data: Any = ABSENT) -> None:
    """Report that the run succeeded; the run continues, the last report wins. [RES-1, RES-5]

    On return the result is on disk.

    Args:
        message: What was done.
        data: Any JSON value, written with the message; None is written as null.

    Raises:
        BotyardError: With the first of these codes that applies [RES-3, RES-6, RES-12, RES-16]:
            `result.in_query` in a query process, whose handlers return their answers;
            `result.invalid_message` if the message is not a string;
            `result.invalid_data` if the data has no JSON form;
            `result.too_large` if the result is longer than 1,048,576 bytes as JSON;
            `result.write_failed` if the file at RESULT_PATH cannot be written.

    Example:
        >>> from pathlib import Path
        >>> from botyard import success
        >>> success("looked at 2 stocks", ["AAPL", "MSFT"])
        >>> print(Path("result.json").read_text())
        {"status":"success","message":"looked at 2 stocks","data":["AAPL","MSFT"]}
    """
    document = _report("success", message, data)
    with _report_lock:
        _write_durably(document)


def success_with_data(message: str, data: Any) -> None:
    """Report success with data, like `success(message, data)`, with the same errors. [RES-2]

    Example:
        >>> from pathlib import Path
        >>> from botyard import success_with_data
        >>> success_with_data("read the price", {"AAPL": 187.5})
        >>> print(Path("result.json").read_text())
        {"status":"success","message":"read the price","data":{"AAPL":187.5}}
    """
    success(message, data)


def error(message: str, data: Any = ABSENT) -> NoReturn:
    """Report that the run failed and end the process at once with exit code 1. [RES-7]

    Writes the result, logs the message (not the data) with level `error`, flushes both streams
    and ends the process, from any thread; no `except` or `finally` runs. If the result cannot be
    written, this is logged too and the process still ends. [RES-8, RES-9]

    Args:
        message: What went wrong.
        data: Any JSON value, written to the result with the message.

    Raises:
        BotyardError: With one of the codes of `success`, except `result.write_failed`; the process
            then continues. [RES-3, RES-12, RES-16]

    Example::

        from botyard import error, input

        prices = {"MSFT": 412.0}
        symbol = input.parse().config["symbol"]
        if symbol not in prices:
            error(f"there is no price of {symbol}", {"known": list(prices)})
        print(prices[symbol])  # not reached: the run has failed
    """
    document = _report("error", message, data)
    with _report_lock:  # never released: no later report may replace this one
        try:
            unwritten = None
            try:
                _write_durably(document)
            except _errors.BotyardError as failure:
                unwritten = str(failure)
            _log.error_if_possible(message)
            if unwritten is not None:
                _log.error_if_possible(unwritten)
        finally:
            end.end_process_at_once(1)


def error_with_data(message: str, data: Any) -> NoReturn:
    """Report failure with data and end the process, like `error(message, data)`. [RES-7]

    Raises:
        BotyardError: As for `error`.

    Example::

        from botyard import error_with_data

        error_with_data("the broker refused the order", {"symbol": "AAPL", "shares": 10})
    """
    error(message, data)


def result(data: dict[str, Any]) -> None:
    """Report an object of your own as the result; the run continues, the last report wins.

    If its `status` is `"error"`, the run counts as failed, whatever its exit code. [RES-1, RES-14]

    Args:
        data: A JSON object of at most 1,048,576 bytes.

    Raises:
        BotyardError: With the code `result.in_query`, `result.invalid_data` (also if the data is
            not an object), `result.too_large` or `result.write_failed`, as for `success`.

    Example:
        >>> from pathlib import Path
        >>> from botyard import result
        >>> result({"status": "success", "bought": 10, "price": 187.5})
        >>> print(Path("result.json").read_text())
        {"status":"success","bought":10,"price":187.5}
    """
    _refuse_in_query("result")
    if not isinstance(data, dict):
        reason = f"a result must be an object, got {_json.kind(data)}"
        raise _errors.failure("result.invalid_data", reason=reason)
    document = _fitting(_encode(data))
    with _report_lock:
        _write_durably(document)


def _write_durably(document: bytes) -> None:
    files.flush_directory(os.path.dirname(write_document(document)))


def write_document(document: bytes) -> bytes:
    """Replace the file at RESULT_PATH atomically; return its path. [RES-4]

    The directory is not flushed: the caller of a query does not survive a crash of the machine, so
    that the name of the answer's file need not.

    Raises:
        BotyardError: `result.write_failed`; the file is unchanged.
    """
    path = environment.absolute(
        environment.variable_bytes("RESULT_PATH")
        or os.path.join(environment.code_directory(), b"result.json")
    )
    directory, name = os.path.split(path)
    temporary = os.path.join(directory, b".tmp-%b-%b" % (name, files.random_name()))
    try:
        files.replace(path, temporary, document)
    except OSError as error:
        shown = path.decode("utf-8", "replace")
        reason = _errors.reason(error)
        raise _errors.failure("result.write_failed", path=shown, reason=reason) from error
    return path


def _report(status: str, message: str, data: Any) -> bytes:
    _refuse_in_query(status)
    if not isinstance(message, str):
        raise _errors.failure("result.invalid_message", kind=message)
    report = _json.encode({"status": status, "message": message})
    return _fitting(report if data is ABSENT else b'%b,"data":%b}' % (report[:-1], _encode(data)))


def _fitting(document: bytes) -> bytes:
    if len(document) > _LARGEST_RESULT:
        raise _errors.failure("result.too_large", size=len(document))
    return document


def _encode(document: Any) -> bytes:
    try:
        return _json.encode(document)
    except _json.NotJSONError as error:
        raise _errors.failure("result.invalid_data", reason=str(error)) from error


def _refuse_in_query(function: str) -> None:
    if environment.is_query_process():
        raise _errors.failure("result.in_query", function=function)
