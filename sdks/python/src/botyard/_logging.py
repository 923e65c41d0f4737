"""Records of the standard library's `logging` as log lines."""

from __future__ import annotations

import logging
from typing import Any

from . import _json, _log

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""The attributes that every record has; the others are those of `extra`."""
_LEVELS = ((logging.INFO, "debug"), (logging.WARNING, "info"), (logging.ERROR, "warn"))


class Handler(logging.Handler):
    """Writes each record as one log line."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record; a failure is reported as those of other handlers are."""
        try:
            level = next((name for below, name in _LEVELS if record.levelno < below), "error")
            _log.write(level, record.getMessage(), self._data(record))
        except Exception:  # noqa: BLE001 - as `logging` asks of every handler
            self.handleError(record)

    def _data(self, record: logging.LogRecord) -> dict[str, Any]:
        data: dict[str, Any] = {"logger": record.name}
        for key, value in vars(record).items():
            if key not in _OWN:
                data[key] = _shown(value)
        formatter = self.formatter or logging.Formatter()
        if record.exc_info:
            data["exception"] = formatter.formatException(record.exc_info)
        if record.stack_info:
            data["stack_info"] = formatter.formatStack(record.stack_info)
        return data


def _shown(value: object) -> object:
    """Return a value that has a JSON form."""
    try:
        _json.encode(value)
    except _json.NotJSONError:
        return str(value)
    return value
