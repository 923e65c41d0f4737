"""Parsing and formatting HTTP."""

from __future__ import annotations

import pytest

from botyard._query.http import (
    BadRequestError,
    BodyTooLargeError,
    Head,
    parse_query,
    percent_decode,
    read_chunked,
    response,
)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"/a", "/a"),
        (b"/%61", "/a"),
        (b"/%2561", "/%61"),
        (b"/a+b", "/a+b"),
        (b"/%C3%A9", "/é"),
        (b"/\xc3\xa9", "/é"),
        (b"/%c3%a9%F0%9F%98%80", "/é😀"),
        (b"/%", "/%"),
        (b"/%zz%4", "/%zz%4"),
        (b"/%%41", "/%A"),
        (b"/% 41", "/% 41"),
        (b"/%+1", "/%+1"),
        (b"/%ff", "/\ufffd"),
        (b"/%c3", "/\ufffd"),
        (b"/%ed%a0%80", "/\ufffd\ufffd\ufffd"),
        (b"/%00", "/\x00"),
        (b"/a/../b//c/", "/a/../b//c/"),
    ],
)
def test_percent_decoding_happens_once_and_never_fails(raw: bytes, text: str) -> None:
    """[Q-24, Q-25]."""
    assert percent_decode(raw) == text


@pytest.mark.parametrize(
    ("query", "params"),
    [
        (b"", {}),
        (b"&&", {}),
        (b"a=1&b=2", {"a": "1", "b": "2"}),
        (b"a=1&a=2", {"a": "2"}),
        (b"a", {"a": ""}),
        (b"a=", {"a": ""}),
        (b"=1", {"": "1"}),
        (b"=", {"": ""}),
        (b"a=b=c", {"a": "b=c"}),
        (b"a+b=c+d", {"a b": "c d"}),
        (b"a%2Bb=%2b", {"a+b": "+"}),
        (b"a%3D=%26", {"a=": "&"}),
        (b"a=%C3%A9&%E2%82%AC=1", {"a": "é", "€": "1"}),
        (b"a=%zz%&b=%ff", {"a": "%zz%", "b": "\ufffd"}),
        (b"a=%EF%BB%BF1", {"a": "\ufeff1"}),
        (b"a=1?b=2;c", {"a": "1?b=2;c"}),
    ],
)
def test_a_query_string_is_read_as_urlsearchparams_does(
    query: bytes, params: dict[str, str]
) -> None:
    """[Q-22]."""
    assert parse_query(query) == params


@pytest.mark.parametrize(
    ("target", "path", "query"),
    [
        (b"/a?b=1?c", "/a", b"b=1?c"),
        (b"/a%3Fb?c", "/a?b", b"c"),
        (b"http://host:1/a?b", "/a", b"b"),
        (b"HTTPS://host/a", "/a", b""),
        (b"http+x.1-y://host/a", "/a", b""),
        (b"1http://host/a", "1http://host/a", b""),
        (b"http://host?b", "", b"b"),
        (b"http://host", "", b""),
        (b"/go?to=http://x/y", "/go", b"to=http://x/y"),
        (b"/http://x", "/http://x", b""),
        (b"*", "*", b""),
    ],
)
def test_the_path_is_all_before_the_first_question_mark(
    target: bytes, path: str, query: bytes
) -> None:
    """[Q-24]."""
    head = Head(b"GET " + target + b" HTTP/1.1")
    assert (head.path, head.query) == (path, query)


@pytest.mark.parametrize(
    ("raw", "keep_alive"),
    [
        (b"GET / HTTP/1.1", True),
        (b"GET / HTTP/1.1\r\nConnection: close", False),
        (b"GET / HTTP/1.1\r\nconnection:  foo, CLOSE", False),
        (b"GET / HTTP/1.0", False),
        (b"GET / HTTP/1.0\nConnection: Keep-Alive", True),
    ],
)
def test_a_connection_stays_open_as_the_client_requests(raw: bytes, keep_alive: bool) -> None:  # noqa: FBT001
    """[Q-20]."""
    assert Head(raw).keep_alive is keep_alive


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"", 400),
        (b"GET", 400),
        (b"GET /", 400),
        (b"GET  / HTTP/1.1", 400),
        (b"GET / HTTP/1.1 ", 400),
        (b"GET /a b HTTP/1.1", 400),
        (b"G\xc3\xa9T / HTTP/1.1", 400),
        (b"GET /\x00 HTTP/1.1", 400),
        (b"GET / FTP/1.1", 400),
        (b"GET / HTTP/2.0", 505),
        (b"PRI * HTTP/2.0", 505),
        (b"GET / HTTP/1.1x", 505),
        (b"GET / HTTP/1.1\r\nno colon", 400),
        (b"GET / HTTP/1.1\r\n: empty", 400),
        (b"GET / HTTP/1.1\r\nName : x", 400),
        (b"GET / HTTP/1.1\r\na: b\r\n folded", 400),
        (b"GET /\t HTTP/1.1", 400),
        (b"GET / HTTP/1.1\r\na: b\x00c", 400),
        (b"GET / HTTP/1.1\r\na: b\rc", 400),
        (b"GET / HTTP/1.1\r\na: b\r\r\nc: d", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: -1", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: +1", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 1_0", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 0x1", 400),
        (b"POST / HTTP/1.1\r\nContent-Length:", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 1, 1", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip", 501),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked", 501),
        (b"POST / HTTP/1.1\r\nExpect: a-miracle", 417),
    ],
)
def test_malformed_requests_are_refused(raw: bytes, status: int) -> None:
    """[Q-28]."""
    with pytest.raises(BadRequestError) as caught:
        Head(raw)
    assert caught.value.status == status


def test_a_length_of_any_size_is_accepted() -> None:
    """[Q-7] The size is checked later, in the contract's order."""
    assert Head(b"POST / HTTP/1.1\r\nContent-Length: 5\r\ncontent-length: 5").length == 5
    assert Head(b"POST / HTTP/1.1\r\nContent-Length: " + b"9" * 5000).length > 10**18
    assert Head(b"POST / HTTP/1.1\r\nContent-Length: " + b"0" * 30 + b"5").length == 5


class Wire:
    """A source of bytes."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    def read(self, size: int) -> bytes:
        """Return the next bytes."""
        taken, self.raw = self.raw[:size], self.raw[size:]
        return taken

    def read_line(self, _longest: int) -> bytes:
        """Return the next line."""
        line, _, self.raw = self.raw.partition(b"\r\n")
        return line


@pytest.mark.parametrize(
    ("raw", "body"),
    [
        (b"0\r\n\r\n", b""),
        (b"3\r\nabc\r\n0\r\n\r\n", b"abc"),
        (b"1\r\na\r\n2\r\nbc\r\n0\r\n\r\n", b"abc"),
        (b"A;x=y\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n", b"0123456789"),
        (b"0003\r\nabc\r\n000\r\n\r\n", b"abc"),
        (b"0" * 99 + b"3\r\nabc\r\n" + b"0" * 99 + b"\r\n\r\n", b"abc"),
    ],
)
def test_a_chunked_body_is_put_together(raw: bytes, body: bytes) -> None:
    """[Q-23]."""
    wire = Wire(raw + b"next")
    assert read_chunked(wire.read_line, wire.read) == body
    assert wire.raw == b"next"


@pytest.mark.parametrize("raw", [b"\r\n", b"x\r\n", b"0x1\r\n", b"-1\r\n", b"1\r\nab\r\n0\r\n\r\n"])
def test_a_malformed_chunked_body_is_refused(raw: bytes) -> None:
    """[Q-28]."""
    wire = Wire(raw)
    with pytest.raises(BadRequestError):
        read_chunked(wire.read_line, wire.read)


def test_the_limit_of_a_chunked_body_is_checked_while_it_arrives() -> None:
    """[Q-7]."""
    wire = Wire(b"100000\r\n" + b"x" * 0x100000 + b"\r\n0\r\n\r\n")
    assert len(read_chunked(wire.read_line, wire.read)) == 1048576
    for raw in (b"100001\r\n", b"ffffffffffffffff\r\n"):
        with pytest.raises(BodyTooLargeError):
            read_chunked(Wire(raw).read_line, wire.read)


def test_an_answer_is_one_block_of_bytes_with_its_length() -> None:
    """[Q-26]."""
    raw = response(200, "é".encode(), date="now", keep_alive=True, bodiless=False)
    assert raw == (
        b"HTTP/1.1 200 OK\r\nDate: now\r\nContent-Type: application/json\r\n"
        b"Content-Length: 2\r\nConnection: keep-alive\r\n\r\n\xc3\xa9"
    )
    raw = response(405, b"{}", date="now", keep_alive=False, bodiless=True)
    assert raw.endswith(b"Content-Length: 2\r\nAllow: GET, POST\r\nConnection: close\r\n\r\n")
