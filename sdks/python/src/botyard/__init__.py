"""Botyard SDK for trading bots in Python.

A bot in four lines::

    from botyard import input, metric, success

    bot_id, config = input.parse()
    metric("price", {"symbol": config["symbol"], "value": 187.5})
    success("looked once")

The package has `input` (bot id and config), `metric`, `log`, the results `success`, `error` and
`result`, `state` (durable keys and values), `query` (read-only queries) and `stop` (the platform's
request to stop). Every error is a `BotyardError` with advice in `next` and a `code`, for each of
which `codes` has a constant. References such as [MET-1] are
clauses of the bot contract.
"""

from . import _codes_gen as codes
from . import _input as input
from . import _log as log
from . import _query as query
from . import _state as state
from . import _stop as stop
from ._errors import BotyardError
from ._metric import metric
from ._result import error, error_with_data, result, success, success_with_data

__all__ = [
    "BotyardError",
    "codes",
    "error",
    "error_with_data",
    "input",
    "log",
    "metric",
    "query",
    "result",
    "state",
    "stop",
    "success",
    "success_with_data",
]
