"""The query server, over real sockets."""

from __future__ import annotations

import json
import os
import select
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from program import exchange, failed

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Server

    Serve = Callable[..., Server]


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
    failed_paths = [record["data"]["path"] for record in server.stop().errors]
    assert failed_paths == ["/fail", "/exit", "/interrupt", "/odd", "/error", "/set"]


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
def test_other_methods_are_refused_for_every_path(server: Server, method: str) -> None:
    """[Q-7] The method is checked before the path and the body."""
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


def test_neither_a_slow_handler_nor_an_idle_client_delays_another_query(server: Server) -> None:
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


def test_parameters_are_not_mixed_up_between_queries(server: Server) -> None:
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


def test_a_large_answer_arrives_complete(server: Server) -> None:
    """[Q-26]."""
    assert server.ask("/large") == (200, "x" * 3_000_000)


def test_a_handler_may_be_registered_while_the_server_runs(server: Server) -> None:
    """[Q-2]."""
    assert server.ask("/new")[0] == 404
    server.ask("/late")
    assert server.ask("/new") == (200, "new")
    assert "/new" in server.ask("/info")[1]["available_queries"]


def test_more_queries_than_threads_wait_for_one(serve: Serve) -> None:
    """[Q-45]."""
    server = serve(
        "import os, threading, time\n"
        "from botyard import *\n"
        "running, most, lock = 0, 0, threading.Lock()\n"
        "@query.handler('/wait')\n"
        "def wait(request):\n"
        "    global running, most\n"
        "    with lock:\n"
        "        running += 1\n"
        "        most = max(most, running)\n"
        "    log.info('waiting')\n"
        "    while not os.path.exists('gate'): time.sleep(0.002)\n"
        "    with lock: running -= 1\n"
        "    return 'waited'\n"
        "@query.handler('/most')\n"
        "def ask(request): return most\n"
        "query.run()\n"
    )
    clients = [server.client() for _ in range(80)]
    for client in clients:
        client.request("GET", "/wait")
    assert server.process.stderr is not None
    errors = server.process.stderr.fileno()
    written = b""
    while select.select([errors], [], [], 10 if written.count(b"\n") < 64 else 0.3)[0]:
        written += os.read(errors, 65536)
    assert written.count(b"\n") == 64
    Path(f"/proc/{server.process.pid}/cwd/gate").touch()
    for client in clients:
        assert client.getresponse().read() == b'"waited"'
        client.close()
    assert server.ask("/most") == (200, 64)
