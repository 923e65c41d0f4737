"""Requests and answers on a connection."""

from __future__ import annotations

import json
import socket
import time
from typing import TYPE_CHECKING

import pytest

from program import exchange, failed

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Server

    Serve = Callable[..., Server]


def test_head_is_answered_with_headers_only(server: Server) -> None:
    """[Q-7] The client would read a body as the next answer."""
    client = server.client()
    client.request("HEAD", "/text")
    response = client.getresponse()
    assert (response.status, response.headers["Allow"]) == (405, "GET, POST")
    assert response.read() == b""
    assert exchange(client, "/text") == (200, '"é"'.encode())
    client.close()


def test_a_refusal_does_not_wait_for_a_body_that_never_comes(server: Server) -> None:
    """[Q-7] Method and path are checked first."""
    for line, status in ((b"PUT /echo", b"405"), (b"POST /nope", b"404")):
        connection = server.connect()
        connection.sendall(line + b" HTTP/1.1\r\nContent-Length: 5\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 " + status)


def test_a_body_over_the_limit_is_refused_without_being_read(server: Server) -> None:
    """[Q-7]."""
    body = b'{"a":"' + b"x" * (1048576 - 8) + b'"}'
    assert len(body) == 1048576
    assert server.ask("/integer", body) == (200, 7)
    refused = (413, failed("the request body exceeds 1048576 bytes", "query.body_too_large"))
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


def test_a_client_that_expects_100_continue_receives_it(server: Server) -> None:
    """[Q-23] curl does this with larger bodies."""
    connection = server.connect()
    head = b"POST /echo HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 7\r\n\r\n"
    connection.sendall(head)
    assert connection.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
    connection.sendall(b'{"a":1}')
    assert b'"params":{"a":1}' in connection.recv(65536)
    connection.sendall(head.replace(b" 7", b" 9999999"))
    assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_connections_stay_open_and_small_answers_are_sent_at_once(server: Server) -> None:
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


def test_requests_may_be_pipelined(server: Server) -> None:
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


def test_a_request_may_arrive_in_single_bytes(server: Server) -> None:
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
def test_bytes_that_are_not_http_are_answered_and_the_server_keeps_running(
    server: Server, raw: bytes
) -> None:
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
def test_an_incomplete_request_is_dropped(server: Server, raw: bytes) -> None:
    """[Q-28]."""
    assert server.send(raw) == b""
    connection = server.connect()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    connection.sendall(raw)
    connection.close()
    assert server.ask("/health")[0] == 200
    assert server.stop().stderr == b""
