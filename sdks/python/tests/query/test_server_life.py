"""How a server starts, ends, and handles a lack of resources."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

import pytest

from program import SOURCE, exchange, failed

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Folder, Server

    Serve = Callable[..., Server]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_finishes_the_answers_in_progress_and_exits_with_0(
    server: Server, number: int
) -> None:
    """[Q-29, Q-30]."""
    idle, half = server.connect(), server.connect()
    half.sendall(b"GET /echo HTTP/1.1\r\n")
    kept = server.client()
    exchange(kept, "/text")
    busy = server.connect()
    busy.sendall(b"GET /wait HTTP/1.1\r\n\r\nGET /text HTTP/1.1\r\n\r\n")
    assert server.process.stderr is not None
    server.process.stderr.readline()
    server.process.send_signal(number)
    for connection in (idle, half, kept.sock):
        assert connection.recv(1) == b""
    with pytest.raises(ConnectionRefusedError):
        server.connect()
    assert server.process.poll() is None
    # A second signal has no effect: the handler is still waiting.
    server.process.send_signal(number)
    assert server.process.poll() is None
    kept.close()


def answered_after_sigterm(server: Server, requests: bytes) -> bytes:
    """Send requests whose first handler logs a line and waits for `gate`; return what follows.

    SIGTERM arrives while it waits.
    """
    busy = server.connect()
    busy.sendall(requests)
    assert server.process.stderr is not None
    server.process.stderr.readline()
    idle = server.connect()
    server.process.send_signal(signal.SIGTERM)
    assert idle.recv(1) == b""
    with open(f"/proc/{server.process.pid}/cwd/gate", "w"):
        pass
    return b"".join(iter(lambda: busy.recv(65536), b""))


def test_a_pipelined_query_is_answered_after_the_one_in_progress(serve: Serve) -> None:
    """[Q-29] Bytes of an incomplete query behind it do not hold up the end."""
    server = serve(
        "import os\n"
        "from botyard import *\n"
        "@query.handler('/wait')\n"
        "def wait(request):\n"
        "    log.info('waiting')\n"
        "    with open('gate') as gate: gate.read()\n"
        "@query.handler('/next')\n"
        "def next(request):\n"
        "    return 'next'\n"
        "os.mkfifo('gate')\n"
        "query.run()\n"
    )
    raw = answered_after_sigterm(
        server, b"GET /wait HTTP/1.1\r\n\r\nGET /next HTTP/1.1\r\n\r\nGET /next HT"
    )
    assert raw.count(b"HTTP/1.1 200 OK\r\n") == 2
    assert raw.endswith(b'"next"')
    assert server.process.wait(20) == 0


def test_the_answer_in_progress_is_whole_and_closes_its_connection(serve: Serve) -> None:
    """[Q-29] And other work of the bot ends with it."""
    server = serve(
        "import os, sys, threading\n"
        "from botyard import *\n"
        "threading.Thread(target=threading.Event().wait).start()\n"
        "@query.handler('/wait')\n"
        "def wait(request):\n"
        "    log.info('waiting')\n"
        "    with open('gate') as gate: gate.read()\n"
        "    print('printed', end='')\n"
        "    return 'x' * 2_000_000\n"
        "os.mkfifo('gate')\n"
        "try:\n    query.run()\nfinally:\n    print('finally')\n"
    )
    raw = answered_after_sigterm(server, b"GET /wait HTTP/1.1\r\n\r\n")
    assert b"Connection: close" in raw
    assert raw.endswith(b'x"')
    assert len(raw.partition(b"\r\n\r\n")[2]) == 2_000_002
    assert server.process.wait(20) == 0
    assert server.process.stdout is not None
    assert server.process.stdout.read() == b"printed"


def test_a_client_that_connected_before_the_signal_is_answered(server: Server) -> None:
    """[Q-29] While the server is paused, the system accepts the connection for it."""
    server.ask("/health")
    server.process.send_signal(signal.SIGSTOP)
    waiting = server.connect()
    waiting.sendall(b"GET /text HTTP/1.1\r\n\r\n")
    server.process.send_signal(signal.SIGTERM)
    server.process.send_signal(signal.SIGCONT)
    raw = b"".join(iter(lambda: waiting.recv(65536), b""))
    assert raw.startswith(b"HTTP/1.1 200 OK\r\n")
    assert raw.endswith('"é"'.encode())
    assert server.process.wait(20) == 0


def test_an_idle_server_ends_at_once(server: Server) -> None:
    """[Q-29] Non-daemon threads of the bot do not delay this."""
    began = time.monotonic()
    ended = server.stop()
    assert (ended.code, ended.stdout, ended.stderr) == (0, b"", b"")
    assert time.monotonic() - began < 5


def test_output_of_a_handler_reaches_the_streams(server: Server) -> None:
    """[MET-6]."""
    assert server.ask("/metric") == (200, None)
    ended = server.stop()
    assert b'"_metric":"asked"' in ended.stdout
    assert b"printed\n" in ended.stdout


@pytest.mark.parametrize(
    "port", ["0", "65536", "x", "-1", "+80", " 80", "80 ", "8_0", "٨٠", "99999", "000080"]
)
def test_an_invalid_port_is_refused(bot: Folder, port: str) -> None:
    """[Q-21]."""
    ended = bot.run(
        "from botyard import *\n"
        "try: query.run()\nexcept BotyardError as e: print(e.code, e, sep='|'); raise",
        QUERY_PORT=port,
    )
    assert ended.code != 0
    assert ended.stdout.decode().strip() == (
        f'query.invalid_port|QUERY_PORT must be a number from 1 to 65535, got "{port}"'
    )


def test_an_address_that_cannot_be_listened_on_is_refused(bot: Folder, server: Server) -> None:
    """[Q-21]."""
    source = (
        "from botyard import *\n"
        "try: query.run()\nexcept BotyardError as e: print(e.code, e, sep='|'); raise"
    )
    ended = bot.run(source, QUERY_PORT=str(server.port))
    assert ended.code != 0
    assert ended.stdout.decode() == (
        f"query.listen_failed|cannot listen on 127.0.0.1:{server.port}: EADDRINUSE\n"
    )
    for host, reason in (
        ("203.0.113.1", "EADDRNOTAVAIL"),
        ("a..b", "ENOTFOUND"),
        ("no such host", "ENOTFOUND"),
    ):
        ended = bot.run(source, QUERY_PORT="19476", QUERY_HOST=host)
        assert ended.code != 0
        assert ended.stdout.decode() == (
            f"query.listen_failed|cannot listen on {host}:19476: {reason}\n"
        )


def test_the_server_needs_no_bot_id_or_config(serve: Serve) -> None:
    """[Q-4, Q-5]."""
    server = serve(SOURCE, BOT_ID=None, BOT_CONFIG=None)
    assert server.ask("/health") == (200, {"status": "ok"})
    assert server.ask("/config") == (500, failed("BOT_ID is not set"))
    server = serve("from botyard import query\nquery.run()")
    assert server.ask("/info") == (200, {"available_queries": ["/health", "/info"]})


def test_it_listens_on_the_configured_address(serve: Serve) -> None:
    """[Q-20]."""
    server = serve("from botyard import query\nquery.run()", QUERY_HOST="0.0.0.0")  # noqa: S104 - as in a container
    assert server.ask("/health")[0] == 200
    server = serve("from botyard import query\nquery.run()", QUERY_HOST="localhost")
    assert server.ask("/health")[0] == 200


def test_the_server_survives_running_out_of_descriptors(serve: Serve) -> None:
    """[Q-28]."""
    server = serve(
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))\n"
        "from botyard import query\nquery.run()"
    )
    many = [server.connect() for _ in range(40)]
    descriptors = f"/proc/{server.process.pid}/fd"
    while server.process.poll() is None and len(os.listdir(descriptors)) < 24:
        time.sleep(0.002)
    for connection in many:
        connection.close()
    assert server.ask("/health") == (200, {"status": "ok"})
    assert server.stop().code == 0
