"""The package `_process`."""

from __future__ import annotations

import errno
import os
import time

import pytest

from botyard._process import clock, network, streams


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_795_271_400_005_999_999, "2026-11-21T14:30:00.005Z"),
        (1_795_271_400_999_999_999, "2026-11-21T14:30:00.999Z"),
        (1_709_164_800_120_000_000, "2024-02-29T00:00:00.120Z"),
    ],
)
def test_a_timestamp_has_three_digits_truncated_and_not_rounded(
    monkeypatch: pytest.MonkeyPatch, nanoseconds: int, text: str
) -> None:
    """[MET-3]."""
    monkeypatch.setattr(time, "time_ns", lambda: nanoseconds)
    assert clock.timestamp() == text


def test_http_has_its_own_format_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the format of RFC 9110, whatever the locale."""
    monkeypatch.setattr(time, "gmtime", lambda: time.struct_time((2026, 11, 1, 3, 4, 5, 6, 305, 0)))
    assert network.http_date() == "Sun, 01 Nov 2026 03:04:05 GMT"


def test_a_line_that_was_cut_off_by_a_full_disk_does_not_corrupt_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """[MET-1] [MET-5]."""
    written = b""
    room = 3

    def write(_descriptor: int, data: memoryview) -> int:
        nonlocal written, room
        part = bytes(data[:room])
        if not part:
            raise OSError(errno.ENOSPC, "No space left on device")
        written += part
        room -= len(part)
        return len(part)

    monkeypatch.setattr(os, "write", write)
    for line in (b'{"first":1}', b'{"second":2}'):
        with pytest.raises(OSError, match="No space left"):
            streams.write_stdout(line)
    room = 1000
    streams.write_stdout(b'{"third":3}')
    streams.write_stdout(b'{"fourth":4}')
    assert written == b'{"f\n{"third":3}\n{"fourth":4}\n'
