"""The request to stop, in a process of its own."""

import pathlib
import subprocess
import sys
import time

import pytest

PROGRAM = """
import os, stop

print("ready", flush=True)
asked = sum(stop.requested_within(0.00001) for _ in range(20_000))
os._exit(0 if asked else 1)
"""


@pytest.mark.parametrize("attempt", range(5))
def test_ends_the_bot_at_whatever_moment_it_arrives(attempt: int) -> None:
    bot = pathlib.Path(__file__).parents[1]
    deadline = time.monotonic() + 120
    with subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=bot, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        # So many signals that some arrive at every point of the waiting.
        while process.poll() is None and time.monotonic() < deadline:
            process.terminate()
        process.kill()
    assert process.returncode == 0
