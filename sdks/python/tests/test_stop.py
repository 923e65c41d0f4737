"""The request to stop. [STOP-1 … STOP-5]"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from conftest import SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Folder, Server

TERM = "os.kill(os.getpid(), signal.SIGTERM)"


def test_a_first_call_outside_of_the_main_thread_is_refused(bot: Folder) -> None:
    """[STOP-5] After a call in the main thread, every thread may ask and wait."""
    ended = bot.run(
        f"""import os, signal, threading
from botyard import BotyardError, codes, stop

def ask():
    try:
        print(stop.wait(5))
    except BotyardError as error:
        print(error.code == codes.STOP_UNAVAILABLE, error, error.cause is not None)

def in_thread():
    thread = threading.Thread(target=ask)
    thread.start()
    return thread

in_thread().join()
stop.requested()
waiting = in_thread()
{TERM}
waiting.join()
"""
    )
    assert ended.stdout.decode().splitlines() == [
        "True a request to stop cannot be received: Python gives signals to the main thread True",
        "True",
    ]


def test_a_handler_that_the_bot_installs_later_is_called_too(bot: Folder) -> None:
    """[STOP-4] Also if it calls the handler that it has replaced."""
    ended = bot.run(
        f"""import os, signal
from botyard import stop
stop.requested()
first = signal.getsignal(signal.SIGTERM)

def own(number, frame):
    print("own")
    first(number, frame)

signal.signal(signal.SIGTERM, own)
print(stop.wait(0))
{TERM}
print(stop.wait(5))
"""
    )
    assert ended.stdout.decode().splitlines() == ["False", "own", "True"]


def test_an_event_is_set_on_each_event_loop(bot: Folder) -> None:
    """It is the same at each call, also beside a handler that the bot has added to its loop."""
    ended = bot.run(
        f"""import asyncio, os, signal
from botyard import stop

async def look():
    loop = asyncio.get_running_loop()
    own = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, own.set)
    event = stop.event()
    print(event is stop.event(), event.is_set())
    {TERM}
    await asyncio.gather(event.wait(), own.wait())
    print(stop.requested())

async def look_again():
    await stop.event().wait()
    print("at once")

asyncio.run(look())
asyncio.run(look_again())
"""
    )
    assert ended.stdout.decode().splitlines() == ["True False", "True", "at once"]


def test_a_signal_to_a_child_does_not_stop_its_parent(bot: Folder) -> None:
    """[STOP-2]"""
    ended = bot.run(
        """import os, signal
from botyard import stop
stop.requested()
ready, tell = os.pipe()
child = os.fork()
if child == 0:
    stop.requested()
    os.write(tell, b"1")
    os._exit(0 if stop.wait(30) else 1)
os.read(ready, 1)
os.kill(child, signal.SIGTERM)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), stop.wait(0.05))
"""
    )
    assert ended.stdout.decode().splitlines() == ["0 False"]


def test_children_that_have_not_asked_end_by_the_signal(bot: Folder) -> None:
    """[STOP-1] A pool of processes ends its workers so."""
    ended = bot.run(
        """import multiprocessing, os, signal, sys
from botyard import stop
stop.requested()
context = multiprocessing.get_context("fork")
for _ in range(3):
    with context.Pool(2) as pool:
        pool.map(abs, [1, -2])
child = os.fork()
if child == 0:
    signal.pause()
os.kill(child, signal.SIGTERM)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), stop.requested())
"""
    )
    assert ended.stdout.decode().splitlines() == ["-15 False"]


def test_refused_calls_leave_nothing_behind(bot: Folder) -> None:
    """[STOP-5]"""
    ended = bot.run(
        """import os, threading
from botyard import BotyardError, stop

def ask():
    for _ in range(50):
        try:
            stop.requested()
        except BotyardError:
            pass

before = len(os.listdir("/proc/self/fd"))
thread = threading.Thread(target=ask)
thread.start()
thread.join()
print(len(os.listdir("/proc/self/fd")) - before)
"""
    )
    assert ended.stdout == b"0\n"


def test_a_handler_of_a_query_is_told_too(serve: Callable[..., Server]) -> None:
    """[STOP-2] The server ends after the answer."""
    server = serve(
        """from botyard import query, stop
stop.requested()
asked = []
query.handler("/wait", lambda request: asked.append(1) or stop.wait(30))
query.handler("/asked", lambda request: len(asked))
query.run()
"""
    )
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(server.ask, "/wait")
        while server.ask("/asked") != (200, 1):
            pass
        server.process.terminate()
        assert answer.result() == (200, True)
    assert server.process.wait(20) == 0


@pytest.mark.parametrize(
    "seconds",
    ["None", "'5'", "[]", "-(10**400)", "float('nan')", "Decimal('-5')", "Fraction(-1, 2)"],
)
def test_what_is_not_a_time_counts_as_none(bot: Folder, seconds: str) -> None:
    """[STOP-3]"""
    ended = bot.run(
        "from decimal import Decimal\nfrom fractions import Fraction\nfrom botyard import stop\n"
        f"print(stop.wait({seconds}), stop.wait(Decimal('0.01')))\n"
    )
    assert ended.stdout == b"False False\n"


PROGRAM = """
import os
from botyard import stop

stop.requested()
print("ready", flush=True)
asked = sum(stop.wait(0.00001) for _ in range(20_000))
os._exit(0 if asked else 1)
"""


@pytest.mark.parametrize("attempt", range(3))
def test_the_request_is_seen_at_whatever_moment_it_arrives(attempt: int) -> None:
    """[STOP-3] So many signals are sent that some arrive at every point of the waiting."""
    deadline = time.monotonic() + 120
    command = [sys.executable, "-c", PROGRAM]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        while process.poll() is None and time.monotonic() < deadline:
            process.terminate()
        process.kill()
    assert process.returncode == 0
