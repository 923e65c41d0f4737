"""How `error` ends the process."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from conftest import PATIENCE

if TYPE_CHECKING:
    from conftest import Folder


def test_no_code_of_the_bot_runs_after_error(bot: Folder) -> None:
    """[RES-8]."""
    ended = bot.run(
        "import atexit, threading\n"
        "from botyard import error, success\n"
        "atexit.register(lambda: print('exit hook', flush=True))\n"
        "threading.Thread(target=threading.Event().wait).start()\n"
        "class Guard:\n"
        "    def __enter__(self): pass\n"
        "    def __exit__(self, *_): print('exit', flush=True); return True\n"
        "    def __del__(self): print('del', flush=True)\n"
        "try:\n"
        "    with Guard():\n"
        "        error('m')\n"
        "except BaseException:\n"
        "    print('except', flush=True)\n"
        "finally:\n"
        "    print('finally', flush=True)\n"
        "    success('no')\n"
    )
    assert (ended.code, ended.stdout) == (1, b"")
    assert ended.result["status"] == "error"


def test_error_ends_the_process_from_any_thread(bot: Folder) -> None:
    """[RES-7]."""
    ended = bot.run(
        "import threading\n"
        "from botyard import error, success\n"
        "def loop():\n"
        "    while True: success('still running')\n"
        "threading.Thread(target=loop, daemon=True).start()\n"
        "threading.Thread(target=lambda: error('from a thread')).start()\n"
        "threading.Event().wait()\n"
    )
    assert (ended.code, ended.result) == (1, {"status": "error", "message": "from a thread"})
    assert len(ended.errors) == 1


def test_error_ends_the_process_even_when_its_result_cannot_be_written(bot: Folder) -> None:
    """[RES-9]."""
    ended = bot.run(
        "from botyard import error\nerror('no funds')", RESULT_PATH=str(bot.path / "no" / "r.json")
    )
    assert ended.code == 1
    first, second = ended.errors
    assert (first["level"], first["message"]) == ("error", "no funds")
    assert second["level"] == "error"
    assert second["message"].startswith(f"cannot write the result to {bot.path}/no/r.json: ")


@pytest.mark.parametrize(
    "printing",
    [
        "threading.Thread(target=print, args=('x' * 1_000_000,)).start()\n"
        "while not pending(): time.sleep(0.001)",
        "sys.stdout.write('x' * 65536); sys.stdout.flush(); print('tail', end='')",
    ],
)
def test_error_waits_neither_for_a_lock_nor_for_a_reader(bot: Folder, printing: str) -> None:
    """[RES-18] Here the reader of standard output reads nothing before the process ends."""
    process = bot.start(
        "import fcntl, sys, termios, threading, time\n"
        "from botyard import error\n"
        "def pending():\n"
        "    size = fcntl.ioctl(1, termios.FIONREAD, bytes(4))\n"
        "    return int.from_bytes(size, sys.byteorder) == 65536\n"
        f"{printing}\nerror('m')\n"
    )
    try:
        assert process.wait(timeout=PATIENCE) == 1
    finally:
        process.kill()
        _, stderr = process.communicate()
    assert json.loads(stderr)["message"] == "m"
    assert json.loads((bot.path / "result.json").read_bytes())["message"] == "m"


def test_error_still_writes_what_the_bot_printed(bot: Folder) -> None:
    """[RES-7] Also in an exit hook, when no thread can be started any more."""
    bot_prints = "from botyard import error\nimport atexit\nprint('printed', end='')\n"
    for call in ("error('m')", "atexit.register(error, 'm')"):
        ended = bot.run(bot_prints + call)
        assert (ended.code, ended.stdout) == (1, b"printed")


@pytest.mark.parametrize("report", ["success('first')", "result({})"])
def test_error_waits_for_the_report_of_another_thread(bot: Folder, report: str) -> None:
    """[RES-19]."""
    ended = bot.run(
        "import os, threading\n"
        "from botyard import error, result, success\n"
        "begun, fsync = threading.Event(), os.fsync\n"
        "def slow(descriptor):\n"
        "    fsync(descriptor)\n"
        "    if threading.current_thread() is threading.main_thread(): return\n"
        "    begun.set()\n"
        "    threading.Event().wait(0.2)\n"
        "os.fsync = slow\n"
        f"threading.Thread(target=lambda: {report}).start()\n"
        "begun.wait()\nerror('m')\n"
    )
    assert (ended.code, ended.result) == (1, {"status": "error", "message": "m"})
    assert sorted(os.listdir(bot.path)) == ["program.py", "result.json"]
