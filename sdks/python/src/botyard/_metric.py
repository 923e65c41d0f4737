"""Metrics: typed data for the dashboard."""

from __future__ import annotations

from . import _errors, _json
from ._process import clock, streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_LONGEST_LINE = 64 * 1024


def metric(type: str, data: dict[str, Any]) -> None:
    """Emit a metric: one line on standard output, written before this returns. [MET-1]

    May be called from any thread. The time of the call is written next to `data`, in UTC to the
    millisecond, not inside it.

    Args:
        type: Name of the metric, such as `price`; not empty.
        data: A JSON object. A non-finite float is written as null. [JSON-8] The whole line has at
            most 65,536 bytes. [MET-12]

    Raises:
        BotyardError: With the code [MET-2, MET-5, MET-12]
            `metric.invalid_type` if the type is not a string or is empty;
            `metric.invalid_data` if the data is not an object or has no JSON form;
            `metric.too_large` if the line would be longer than 65,536 bytes;
            `metric.write_failed` if standard output cannot be written.

    Example:
        >>> from botyard import metric
        >>> metric("price", {"symbol": "AAPL", "value": 187.5})
        {"_metric":"price","timestamp":"...Z","data":{"symbol":"AAPL","value":187.5}}
    """
    if not isinstance(type, str) or not type:
        raise _errors.failure("metric.invalid_type", value=type)
    try:
        fields = _json.encode_object(data)
    except _json.NotJSONError as error:
        raise _errors.failure("metric.invalid_data", type=type, reason=str(error)) from error
    time = clock.timestamp().encode()
    line = b'{"_metric":%b,"timestamp":"%b","data":%b}' % (_json.encode(type), time, fields)
    if len(line) > _LONGEST_LINE:
        raise _errors.failure("metric.too_large", type=type, size=len(line))
    try:
        streams.write_stdout(line)
    except OSError as error:
        reason = _errors.reason(error)
        raise _errors.failure("metric.write_failed", type=type, reason=reason) from error
