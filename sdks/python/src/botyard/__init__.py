"""Botyard for Python: what a trading bot is given and what it may say.

A bot in four lines::

    from botyard import input, metric, success

    bot_id, config = input.parse()
    metric("price", {"symbol": config["symbol"], "value": 187.5})
    success("looked once")

Rooms: `input` (id and config), `metric`, `log`, the results `success`, `error` and `result`,
`state` (what is kept between runs) and `query` (read-only questions). Every failure is a
`BotyardError` with a `code`, such as `state.read_only`, and what to do `next`. Marks like [MET-1]
are clauses of the bot contract.
"""

from . import _input as input
from . import _log as log
from . import _query as query
from . import _state as state
from ._errors import BotyardError
from ._metric import metric
from ._result import error, error_with_data, result, success, success_with_data

__all__ = [
    "BotyardError",
    "error",
    "error_with_data",
    "input",
    "log",
    "metric",
    "query",
    "result",
    "state",
    "success",
    "success_with_data",
]
