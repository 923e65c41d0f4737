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

    May be called from any thread. The timestamp is written next to `data`, not inside it.

    Args:
        type: Name of the metric, such as `price`; not empty.
        data: A JSON object. A non-finite float is written as null. [JSON-8] The whole line has at
            most 65,536 bytes. [MET-12]

    Raises:
        BotyardError: `metric.invalid_type`, `metric.invalid_data`, `metric.too_large`,
            `metric.write_failed`. [MET-2, MET-5, MET-12]
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
