"""The time, as metrics and logs give it."""

from __future__ import annotations

import time

_formatted = (0, "1970-01-01T00:00:00.")
"""The last second that was formatted, and its text."""


def timestamp() -> str:
    """Return the time in UTC as RFC 3339 with exactly three fraction digits. [MET-3]"""
    global _formatted  # noqa: PLW0603 - formatting a second takes as long as writing the line
    second, millisecond = divmod(time.time_ns() // 1_000_000, 1000)
    last, text = _formatted
    if second != last:
        t = time.gmtime(second)
        text = (
            f"{t.tm_year:04}-{t.tm_mon:02}-{t.tm_mday:02}"
            f"T{t.tm_hour:02}:{t.tm_min:02}:{t.tm_sec:02}."
        )
        _formatted = second, text  # at once, so that no thread sees a second with another's text
    return f"{text}{millisecond:03}Z"
