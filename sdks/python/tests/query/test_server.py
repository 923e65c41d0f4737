"""Many queries per process, over real sockets."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.client import HTTPConnection

    from conftest import Folder, Server

    Serve = Callable[..., Server]

SOURCE = """
import os, sys, threading
from botyard import *

release = threading.Event()

@query.handler("/echo")
def echo(request): return {"path": request.path, "params": request.values()}

@query.handler("/integer")
def integer(request): return request.get_integer("n", 7)

@query.handler("/text")
def text(request): return "é"

@query.handler("/nothing")
def nothing(request): pass

@query.handler("/fail")
def fail(request): raise ValueError("no such symbol")

@query.handler("/exit")
def exit(request): sys.exit(3)

@query.handler("/interrupt")
def interrupt(request): raise KeyboardInterrupt

@query.handler("/error")
def report(request): error("m")

@query.handler("/set")
def set(request): state.set("k", 1)

@query.handler("/odd")
def odd(request): return {1, 2}

@query.handler("/wait")
def wait(request):
    log.info("waiting")
    release.wait()
    return "waited"

@query.handler("/release")
def let_go(request): release.set()

@query.handler("/late")
def late(request): query.handler("/new", lambda request: "new")

@query.handler("/async")
async def asynchronous(request):
    import asyncio
    await asyncio.sleep(0)
    return request.get("a")

@query.handler("/é +")
def accent(request): return request.path

@query.handler("/a/../b")
def dots(request): return request.path

@query.handler("/large")
def large(request): return "x" * 3_000_000

@query.handler("/metric")
def emit(request): metric("asked", {}); print("printed")

@query.handler("/config")
def config(request): return query.get_config()

threading.Thread(target=threading.Event().wait).start()
query.run()
print("never")
"""


@pytest.fixture
def server(serve: Serve) -> Server:
    """Start the program above."""
    return serve(SOURCE)


def failed(message: str, code: str | None = None) -> dict[str, Any]:
    """Give the document of a failure."""
    document = {"status": "error", "error": message}
    return document if code is None else document | {"code": code}


def exchange(client: HTTPConnection, target: str, method: str = "GET") -> tuple[int, bytes]:
    """Ask on a connection that stays."""
    client.request(method, target)
    response = client.getresponse()
    return response.status, response.read()


def test_each_outcome_has_its_status_and_body(server: Server) -> None:
    """[Q-7, Q-8, Q-10, Q-12, Q-13]."""
    assert server.ask("/text") == (200, "é")
    assert server.ask("/nothing") == (200, None)
    assert server.ask("/fail") == (500, failed("no such symbol"))
    assert server.ask("/exit") == (500, failed("3"))
    assert server.ask("/interrupt") == (500, failed("the handler failed without a message"))
    assert server.ask("/odd") == (500, failed("the answer of /odd has no JSON form"))
    assert server.ask("/error") == (500, failed("error cannot be used in a query process"))
    assert server.ask("/set") == (500, failed("state is read-only in a query process: set"))
    assert server.ask("/integer?n=x") == (
        400,
        failed('parameter "n" must be an integer, got "x"', "query.invalid_param"),
    )
    assert server.ask("/integer", "[1]") == (
        400,
        failed("query parameters must be a JSON object, got [1]", "query.params_not_object"),
    )
    assert server.ask("/integer", b'{"n":\xff}') == (
        400,
        failed(
            'query parameters must be a JSON object, got {"n":\ufffd}', "query.params_not_object"
        ),
    )
    status, document = server.ask("/nope")
    assert status == 404
    assert document == failed("no query handler for /nope", "query.unknown_path") | {
        "available_queries": server.ask("/info")[1]["available_queries"]
    }
    assert server.ask("/health") == (200, {"status": "ok"})
    assert server.stop().stderr == b""


def test_an_answer_is_the_value_itself_with_its_length_in_bytes(server: Server) -> None:
    """[Q-7, Q-26]."""
    raw = server.send(b"GET /text HTTP/1.1\r\nHost: x\r\n\r\n")
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    assert lines[0] == b"HTTP/1.1 200 OK"
    assert b"Content-Type: application/json" in lines
    assert b"Content-Length: 4" in lines
    assert body == '"é"'.encode()


def test_params_come_from_the_query_string_and_the_body(server: Server) -> None:
    """[Q-22, Q-23, Q-25]."""
    for target, body, params in (
        ("/echo?a=1&b=%20x+y&a=2&c", None, {"a": "2", "b": " x y", "c": ""}),
        ("/echo?%zz=%ff", None, {"%zz": "\ufffd"}),
        ("/echo", "", {}),
        ("/echo", '{"a":1,"b":[null]}', {"a": 1, "b": [None]}),
        ("/echo?a=1&b=2", '{"a":true}', {"a": True, "b": "2"}),
        ("/echo?a=1", '{"a":null}', {"a": None}),
    ):
        assert server.ask(target, body)[1]["params"] == params
    assert server.ask("/echo", '{"a":1}', "GET")[1]["params"] == {"a": 1}
    assert server.ask("/integer?n=5.0")[1] == 5
    assert server.ask("/async?a=1") == (200, "1")
    client = server.client()
    client.request("POST", "/echo", iter([b'{"a"', b":[1]}"]), encode_chunked=True)
    assert json.loads(client.getresponse().read())["params"] == {"a": [1]}
    client.request("POST", "/echo", "a=1", {"Content-Type": "application/x-www-form-urlencoded"})
    assert client.getresponse().status == 400
    client.close()


def test_paths_are_decoded_once_and_compared_as_they_are(server: Server) -> None:
    """[Q-24, Q-31]."""
    assert server.ask("/%C3%A9%20+?a") == (200, "/é +")
    assert server.ask("/a/../b") == (200, "/a/../b")
    for target in ("/b", "/a/./../b", "/a/../b/", "//a/../b", "/%2565cho", "/ECHO", "/echo/"):
        assert server.ask(target)[0] == 404
    assert server.ask("http://elsewhere:1/%65cho?x=1") == (
        200,
        {"path": "/echo", "params": {"x": "1"}},
    )


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "BREW"])
def test_other_methods_are_refused_wherever_they_go(server: Server, method: str) -> None:
    """[Q-7] The method comes before the path and the body."""
    client = server.client()
    for target, body in (("/echo", None), ("/nope", b"not json")):
        client.request(method, target, body)
        response = client.getresponse()
        assert response.status == 405
        assert response.headers["Allow"] == "GET, POST"
        assert json.loads(response.read()) == failed(
            f"method {method} is not allowed", "query.method_not_allowed"
        )
    assert exchange(client, "/text") == (200, '"é"'.encode())
    client.close()


def test_head_gets_the_headers_alone(server: Server) -> None:
    """[Q-7] A body would be taken for the next answer."""
    client = server.client()
    client.request("HEAD", "/text")
    response = client.getresponse()
    assert (response.status, response.headers["Allow"]) == (405, "GET, POST")
    assert response.read() == b""
    assert exchange(client, "/text") == (200, '"é"'.encode())
    client.close()


def test_a_refusal_does_not_wait_for_a_body_that_never_comes(server: Server) -> None:
    """[Q-7] Method and path are judged first."""
    for line, status in ((b"PUT /echo", b"405"), (b"POST /nope", b"404")):
        connection = server.connect()
        connection.sendall(line + b" HTTP/1.1\r\nContent-Length: 5\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 " + status)


def test_a_body_over_the_limit_is_refused_without_being_read(server: Server) -> None:
    """[Q-7]."""
    body = b'{"a":"' + b"x" * (1048576 - 8) + b'"}'
    assert len(body) == 1048576
    assert server.ask("/integer", body) == (200, 7)
    refused = (413, failed("the request body is over 1048576 bytes", "query.body_too_large"))
    assert server.ask("/integer", body + b" ") == refused
    assert server.ask("/integer", b"x" * 5_000_000) == refused
    assert server.ask("/nope", body + b" ")[0] == 404
    connection = server.connect()
    connection.sendall(b"POST /integer HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n")
    assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")
    client = server.client()
    client.request("POST", "/integer", iter([b"x" * 600_000] * 2), encode_chunked=True)
    assert client.getresponse().status == 413
    client.close()
    assert server.ask("/health")[0] == 200


def test_a_client_that_asks_before_it_sends_is_told_to_go_on(server: Server) -> None:
    """[Q-23] curl does that with larger bodies."""
    connection = server.connect()
    head = b"POST /echo HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 7\r\n\r\n"
    connection.sendall(head)
    assert connection.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
    connection.sendall(b'{"a":1}')
    assert b'"params":{"a":1}' in connection.recv(65536)
    connection.sendall(head.replace(b" 7", b" 9999999"))
    assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_connections_stay_open_and_small_answers_leave_at_once(server: Server) -> None:
    """[Q-20, Q-26] Two writes per answer would cost 40 ms each."""
    client = server.client()
    exchange(client, "/text")
    opened = client.sock
    began = time.monotonic()
    for _ in range(100):
        assert exchange(client, "/text") == (200, '"é"'.encode())
    assert time.monotonic() - began < 2
    assert client.sock is opened
    client.close()


def test_requests_may_be_sent_ahead(server: Server) -> None:
    """[Q-20]."""
    raw = server.send(
        b"\r\nGET /text HTTP/1.1\r\n\r\n"
        b'POST /echo HTTP/1.1\r\nContent-Length: 7\r\n\r\n{"a":1}'
        b"POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
        b"PUT /echo HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"
        b"GET /nothing HTTP/1.0\r\n\r\nGET /text HTTP/1.1\r\n\r\n"
    )
    statuses = [part[:3] for part in raw.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200", b"200", b"200", b"405", b"200"]
    assert raw.endswith(b"Connection: close\r\n\r\nnull")


def test_a_request_may_come_in_single_bytes(server: Server) -> None:
    """[Q-27]."""
    connection = server.connect()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in b'POST /echo HTTP/1.1\r\nContent-Length: 7\r\n\r\n{"a":1}':
        connection.sendall(bytes((byte,)))
    assert b'"params":{"a":1}' in connection.recv(65536)


@pytest.mark.parametrize(
    "raw",
    [
        b"garbage\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\x00" * 1000 + b"\n\n",
        b"GET /echo\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /echo HTTP/1.1\r\nno colon\r\n\r\n",
        b"POST /echo HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        b"POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1" * 9000,
        b"GET /" + b"x" * 400_000 + b" HTTP/1.1\r\n\r\n",
        b"GET /echo HTTP/1.1\r\n" + b"a: b\r\n" * 70_000 + b"\r\n",
    ],
)
def test_bytes_that_are_not_http_are_answered_and_end_nothing(server: Server, raw: bytes) -> None:
    """[Q-28]."""
    answer = server.send(raw)
    assert answer.split(b" ")[1] in (b"400", b"431", b"505")
    assert b"Connection: close" in answer
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["status"] == "error"
    assert server.ask("/health") == (200, {"status": "ok"})


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"GET /echo HT",
        b"GET /echo HTTP/1.1\r\nHost: x\r\n",
        b"POST /echo HTTP/1.1\r\nContent-Length: 100\r\n\r\n{",
        b"POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ],
)
def test_a_request_that_breaks_off_is_dropped(server: Server, raw: bytes) -> None:
    """[Q-28]."""
    assert server.send(raw) == b""
    connection = server.connect()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    connection.sendall(raw)
    connection.close()
    assert server.ask("/health")[0] == 200
    assert server.stop().stderr == b""


def test_neither_a_slow_handler_nor_a_silent_client_delays_another_query(server: Server) -> None:
    """[Q-27]."""
    answers: list[tuple[int, Any]] = []
    threads = [
        threading.Thread(target=lambda: answers.append(server.ask("/wait"))) for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    for _ in range(50):
        server.connect().sendall(b"GET /echo HTTP/1.1\r\n")
        server.connect()
    assert server.process.stderr is not None
    for _ in threads:
        server.process.stderr.readline()
    assert server.ask("/text") == (200, "é")
    assert answers == []
    server.ask("/release")
    for thread in threads:
        thread.join()
    assert answers == [(200, "waited")] * 5


def test_parameters_never_leak_between_queries(server: Server) -> None:
    """[Q-33] Many clients at once."""
    wrong: list[Any] = []

    def ask(n: int) -> None:
        client = server.client()
        for i in range(30):
            _, body = exchange(client, f"/echo?n={n}&i={i}&{n}=x")
            params = {"n": str(n), "i": str(i), str(n): "x"}
            if json.loads(body)["params"] != params:
                wrong.append(body)
        client.close()

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_large_answer_arrives_whole(server: Server) -> None:
    """[Q-26]."""
    assert server.ask("/large") == (200, "x" * 3_000_000)


def test_a_handler_may_be_registered_while_the_server_runs(server: Server) -> None:
    """[Q-2]."""
    assert server.ask("/new")[0] == 404
    server.ask("/late")
    assert server.ask("/new") == (200, "new")
    assert "/new" in server.ask("/info")[1]["available_queries"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_finishes_the_answers_under_way_and_ends_with_0(
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
    # The only door that is left is the one that was open: end the wait from outside.
    server.process.send_signal(number)
    assert server.process.poll() is None
    kept.close()


def test_the_answer_under_way_is_whole_and_closes_its_connection(serve: Serve) -> None:
    """[Q-29] And whatever else the bot left running ends with it."""
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
    busy = server.connect()
    busy.sendall(b"GET /wait HTTP/1.1\r\n\r\n")
    assert server.process.stderr is not None
    assert server.process.stdout is not None
    server.process.stderr.readline()
    idle = server.connect()
    server.process.send_signal(signal.SIGTERM)
    assert idle.recv(1) == b""
    with open(f"/proc/{server.process.pid}/cwd/gate", "w"):
        pass
    raw = b"".join(iter(lambda: busy.recv(65536), b""))
    assert b"Connection: close" in raw
    assert raw.endswith(b'x"')
    assert len(raw.partition(b"\r\n\r\n")[2]) == 2_000_002
    assert server.process.wait(20) == 0
    assert server.process.stdout.read() == b"printed"


def test_whoever_connected_before_the_signal_is_answered(server: Server) -> None:
    """[Q-29] While the server is held still, the system takes the connection for it."""
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
    """[Q-29] Non-daemon threads of the bot do not keep it."""
    began = time.monotonic()
    ended = server.stop()
    assert (ended.code, ended.stdout, ended.stderr) == (0, b"", b"")
    assert time.monotonic() - began < 5


def test_what_a_handler_says_reaches_the_streams(server: Server) -> None:
    """[MET-6]."""
    assert server.ask("/metric") == (200, None)
    ended = server.stop()
    assert b'"_metric":"asked"' in ended.stdout
    assert b"printed\n" in ended.stdout


@pytest.mark.parametrize(
    "port", ["0", "65536", "x", "-1", "+80", " 80", "80 ", "8_0", "٨٠", "99999", "000080"]
)
def test_a_port_that_is_none_is_refused(bot: Folder, port: str) -> None:
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


def test_it_listens_where_it_is_told(serve: Serve) -> None:
    """[Q-20]."""
    server = serve("from botyard import query\nquery.run()", QUERY_HOST="0.0.0.0")  # noqa: S104 - what a container sets
    assert server.ask("/health")[0] == 200
    server = serve("from botyard import query\nquery.run()", QUERY_HOST="localhost")
    assert server.ask("/health")[0] == 200


def test_running_out_of_descriptors_ends_nothing(serve: Serve) -> None:
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
