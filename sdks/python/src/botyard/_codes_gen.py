# Generated from conformance/contract/messages.json by `npm run check -- --fix`. Do not edit.
"""The codes of errors, one constant each, and the type of them all. [ERR-1]

A type checker knows the codes: it refuses the comparison of `error.code` with any other text.
Below each constant stand the message, with its placeholders in braces, and the advice.

>>> from botyard import BotyardError, codes, state
>>> try:
...     state.set("closes", "9" * 2_000_000)
... except BotyardError as error:
...     if error.code != codes.STATE_VALUE_TOO_LARGE:
...         raise
...     state.set("closes", [])
>>> state.get("closes")
[]
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal

    ErrorCode = Literal[
        "input.missing_bot_id",
        "input.missing_bot_config",
        "input.invalid_bot_config",
        "input.config_not_object",
        "input.wrong_type",
        "metric.invalid_type",
        "metric.invalid_data",
        "metric.too_large",
        "metric.write_failed",
        "log.invalid_message",
        "log.invalid_data",
        "log.write_failed",
        "result.invalid_message",
        "result.invalid_data",
        "result.too_large",
        "result.write_failed",
        "result.in_query",
        "state.invalid_key",
        "state.invalid_value",
        "state.value_too_large",
        "state.write_failed",
        "state.read_failed",
        "state.corrupt",
        "state.wrong_type",
        "state.read_only",
        "stop.unavailable",
        "query.invalid_path",
        "query.invalid_handler",
        "query.already_running",
        "query.invalid_port",
        "query.listen_failed",
        "query.invalid_param",
        "query.unknown_path",
        "query.params_not_object",
        "query.handler_failed",
        "query.method_not_allowed",
        "query.body_too_large",
    ]
    """Any code of this module."""
else:

    def __getattr__(name: str) -> object:
        """Make `ErrorCode` when it is asked for: `typing` would slow down every start."""
        if name != "ErrorCode":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from typing import Literal

        from ._errors_gen import TABLE

        return Literal[tuple(TABLE)]


INPUT_MISSING_BOT_ID: Final = "input.missing_bot_id"
"""`BOT_ID is not set`

Run the bot on the platform or with `platform dev`, or set BOT_ID to a non-empty string.
"""

INPUT_MISSING_BOT_CONFIG: Final = "input.missing_bot_config"
"""`BOT_CONFIG is not set`

Run the bot on the platform or with `platform dev`, or set BOT_CONFIG to a JSON object such as {}.
"""

INPUT_INVALID_BOT_CONFIG: Final = "input.invalid_bot_config"
"""`BOT_CONFIG is not valid JSON`

Correct BOT_CONFIG; the cause gives the position of the error.
"""

INPUT_CONFIG_NOT_OBJECT: Final = "input.config_not_object"
"""`BOT_CONFIG must be a JSON object, got {kind}`

Make the config an object, for example {"symbol":"AAPL"}.
"""

INPUT_WRONG_TYPE: Final = "input.wrong_type"
"""`the config does not fit its type: {reason}`

Correct the config of the instance, or the type that the bot reads it as.
"""

METRIC_INVALID_TYPE: Final = "metric.invalid_type"
"""`a metric type must be a non-empty string, got {value}`

Name the metric, for example metric("price", …).
"""

METRIC_INVALID_DATA: Final = "metric.invalid_data"
"""`the data of metric {type} must be a JSON object: {reason}`

Pass an object of numbers, strings, booleans, null, arrays and objects.
"""

METRIC_TOO_LARGE: Final = "metric.too_large"
"""`metric {type} is {size} bytes as one line of JSON, more than 65536`

Split the data across several metrics, or emit less data.
"""

METRIC_WRITE_FAILED: Final = "metric.write_failed"
"""`cannot write metric {type} to standard output: {reason}`

Check that the bot's standard output is being read, and that its disk is not full.
"""

LOG_INVALID_MESSAGE: Final = "log.invalid_message"
"""`a log message must be a string, got {kind}`

Pass the text first and the details as data.
"""

LOG_INVALID_DATA: Final = "log.invalid_data"
"""`the data of a log line must be a JSON object: {reason}`

Pass an object of numbers, strings, booleans, null, arrays and objects.
"""

LOG_WRITE_FAILED: Final = "log.write_failed"
"""`cannot write a log line to standard error: {reason}`

Check that the bot's standard error is being read, and that its disk is not full.
"""

RESULT_INVALID_MESSAGE: Final = "result.invalid_message"
"""`the message of a result must be a string, got {kind}`

Pass the text first and the details as data.
"""

RESULT_INVALID_DATA: Final = "result.invalid_data"
"""`the data of a result cannot be written: {reason}`

Pass an object of numbers, strings, booleans, null, arrays and objects.
"""

RESULT_TOO_LARGE: Final = "result.too_large"
"""`the result is {size} bytes as JSON, more than 1048576`

Report less data; use metrics or state for the rest.
"""

RESULT_WRITE_FAILED: Final = "result.write_failed"
"""`cannot write the result to {path}: {reason}`

Check that the directory of RESULT_PATH exists, is writable and has free space.
"""

RESULT_IN_QUERY: Final = "result.in_query"
"""`{function} cannot be used in a query process`

Return the answer from the handler instead; to report a failure, throw an error.
"""

STATE_INVALID_KEY: Final = "state.invalid_key"
"""`invalid state key {key}: {reason}`

Use a non-empty string of at most 200 characters when encoded; a–z, digits, _ and - count as one each, every other byte as three.
"""

STATE_INVALID_VALUE: Final = "state.invalid_value"
"""`the value of state key {key} has no JSON form: {reason}`

Store only numbers, strings, booleans, null, arrays and objects.
"""

STATE_VALUE_TOO_LARGE: Final = "state.value_too_large"
"""`the value of state key {key} is {size} bytes as JSON, more than 1048576`

Split the value across several keys, or store less data.
"""

STATE_WRITE_FAILED: Final = "state.write_failed"
"""`cannot change the state in {path}: {reason}`

Check that STATE_DIR is a writable directory with free space.
"""

STATE_READ_FAILED: Final = "state.read_failed"
"""`cannot read the state in {path}: {reason}`

Check that STATE_DIR is a directory that the bot can read.
"""

STATE_CORRUPT: Final = "state.corrupt"
"""`the file of state key {key} is not valid JSON: {path}`

Inspect the file; to continue without its value, set or delete the key.
"""

STATE_WRONG_TYPE: Final = "state.wrong_type"
"""`the value of state key {key} is of another type: {reason}`

Read it as the type that was stored; to continue without it, set or delete the key.
"""

STATE_READ_ONLY: Final = "state.read_only"
"""`state is read-only in a query process: {operation}`

Change the state in the bot itself; a query can only read it.
"""

STOP_UNAVAILABLE: Final = "stop.unavailable"
"""`a request to stop cannot be received: {reason}`

Call a function of stop in the main thread first.
"""

QUERY_INVALID_PATH: Final = "query.invalid_path"
"""`a query path must begin with /, got {value}`

Use a path that begins with "/", for example "/status".
"""

QUERY_INVALID_HANDLER: Final = "query.invalid_handler"
"""`the handler of {path} must be a function, got {kind}`

Pass a function that takes the request and returns the answer.
"""

QUERY_ALREADY_RUNNING: Final = "query.already_running"
"""`query.run() was called twice`

Call query.run() once, at the end of the query program.
"""

QUERY_INVALID_PORT: Final = "query.invalid_port"
"""`QUERY_PORT must be a number from 1 to 65535, got {value}`

Correct QUERY_PORT, or unset it to use 9476.
"""

QUERY_LISTEN_FAILED: Final = "query.listen_failed"
"""`cannot listen on {host}:{port}: {reason}`

Stop the process that uses the port, or set QUERY_PORT to a free port.
"""

QUERY_INVALID_PARAM: Final = "query.invalid_param"
"""`parameter {key} must be {expected}, got {value}`

Send the parameter with the expected type, or leave it out.
"""

QUERY_UNKNOWN_PATH: Final = "query.unknown_path"
"""`no query handler for {path}`

Use one of the paths in available_queries, or register a handler for this path.
"""

QUERY_PARAMS_NOT_OBJECT: Final = "query.params_not_object"
"""`query parameters must be a JSON object, got {text}`

Send a JSON object such as {"limit":5}, or no parameters.
"""

QUERY_HANDLER_FAILED: Final = "query.handler_failed"
"""`{message}`

The message comes from the handler; the bot's log shows where it failed.
"""

QUERY_METHOD_NOT_ALLOWED: Final = "query.method_not_allowed"
"""`method {method} is not allowed`

Use GET with a query string or POST with a JSON object.
"""

QUERY_BODY_TOO_LARGE: Final = "query.body_too_large"
"""`the request body exceeds 1048576 bytes`

Send at most 1 MiB of parameters.
"""
