"""HTTP/1.1: parses requests and formats answers, without sockets."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST_BODY = 1024 * 1024
_LONGEST_CHUNK_LINE = 4096
_CONTROLS = bytes({*range(0x20), 0x7F} - {*b"\t\n"})
_HEX = frozenset(b"0123456789abcdefABCDEF")
_SCHEME = frozenset(b"+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_TOKEN = frozenset(b"!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_REASONS = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    413: "Content Too Large",
    417: "Expectation Failed",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    501: "Not Implemented",
    505: "HTTP Version Not Supported",
}


class BadRequestError(Exception):
    """A request that this server cannot read; the connection is closed after the answer."""

    def __init__(self, message: str, status: int = 400) -> None:
        """Make an error from a message and the HTTP status of the answer."""
        super().__init__(message)
        self.status = status


class BodyTooLargeError(Exception):
    """A body that exceeds the limit; its rest was not read."""


def refuse_controls(raw: bytes) -> None:
    """Refuse control characters, even in an incomplete head: a TLS greeting has no end of head.

    Raises:
        BadRequestError: If there is a control character.
    """
    # A carriage return at the very end may be the first half of a line end.
    rest = raw.replace(b"\r\n", b"\n").removesuffix(b"\r")
    if len(rest.translate(None, _CONTROLS)) < len(rest):
        raise BadRequestError("the head contains a control character")


class Head:
    """The first line and the headers of a request."""

    __slots__ = ("chunked", "expects_continue", "keep_alive", "length", "method", "path", "query")

    def __init__(self, raw: bytes) -> None:
        """Parse everything before the empty line.

        Raises:
            BadRequestError: If it is not HTTP/1, or the length of its body is unclear.
        """
        refuse_controls(raw)
        first, *lines = (line.removesuffix(b"\r") for line in raw.split(b"\n"))
        self.method, target, version = _parse_first_line(first)
        headers = _parse_headers(lines)
        path, _, query = _without_host(target).partition(b"?")
        self.path = percent_decode(path)
        self.query = query
        connection = b",".join(headers.get(b"connection", [])).lower()
        options = {option.strip() for option in connection.split(b",")}
        self.keep_alive = b"close" not in options and (
            version != b"HTTP/1.0" or b"keep-alive" in options
        )
        self.chunked = _is_chunked(headers)
        self.length = _content_length(headers)
        expected = headers.get(b"expect", [])
        if expected and [value.lower() for value in expected] != [b"100-continue"]:
            raise BadRequestError("the expectation is not 100-continue", 417)
        self.expects_continue = bool(expected)

    @property
    def has_body(self) -> bool:
        """Return whether a body follows the head."""
        return self.chunked or self.length > 0


def parse_query(query: bytes) -> dict[str, str]:
    """Parse a query string as URLSearchParams does; the last of a repeated name wins. [Q-22]"""
    params = {}
    for pair in query.split(b"&"):
        if pair:
            name, _, value = pair.replace(b"+", b" ").partition(b"=")
            params[percent_decode(name)] = percent_decode(value)
    return params


def percent_decode(raw: bytes) -> str:
    """Decode once; `%` without two hex digits stays, invalid UTF-8 becomes U+FFFD. [Q-25]"""
    first, *rest = raw.split(b"%")
    parts = [first]
    for part in rest:
        digits = part[:2]
        if len(digits) == 2 and digits[0] in _HEX and digits[1] in _HEX:  # two hex digits
            parts += (bytes((int(digits, 16),)), part[2:])
        else:
            parts += (b"%", part)
    return b"".join(parts).decode("utf-8", "replace")


def read_chunked(read_line: Callable[[int], bytes], read: Callable[[int], bytes]) -> bytes:
    """Read a chunked body and its trailers.

    Raises:
        BadRequestError: If the body is malformed.
        BodyTooLargeError: If the body exceeds the limit; the rest was not read.
    """
    body = bytearray()  # bytes would be copied for each of up to a million chunks
    while True:
        digits = read_line(_LONGEST_CHUNK_LINE).partition(b";")[0].strip()
        if not digits or not _HEX.issuperset(digits):
            raise BadRequestError("a chunk size is not a hexadecimal number")
        # 16 digits exceed any limit; thousands of digits would be slow to parse.
        size = int(digits.lstrip(b"0")[:16] or b"0", 16)
        if size == 0:
            while read_line(_LONGEST_CHUNK_LINE):
                pass
            return bytes(body)
        if len(body) + size > LARGEST_BODY:
            raise BodyTooLargeError
        body += read(size)
        if read_line(2):
            raise BadRequestError("a chunk is longer than its size")


def response(status: int, body: bytes, *, date: str, keep_alive: bool, bodiless: bool) -> bytes:
    """Return a whole answer, so that it is sent in one piece. [Q-26]"""
    head = (
        f"HTTP/1.1 {status} {_REASONS[status]}\r\n"
        f"Date: {date}\r\n"
        "Content-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"{'Allow: GET, POST' + chr(13) + chr(10) if status == 405 else ''}"
        f"Connection: {'keep-alive' if keep_alive else 'close'}\r\n"
        "\r\n"
    ).encode("ascii")
    return head if bodiless else head + body


def _parse_first_line(line: bytes) -> tuple[str, bytes, bytes]:
    words = line.split(b" ")
    if len(words) != 3:  # method, target, version
        raise BadRequestError("the first line is not a method, a target and a version")
    method, target, version = words
    if not method or not _TOKEN.issuperset(method):
        raise BadRequestError("the method is not a token")
    if not target or b"\t" in target:
        raise BadRequestError("the target is empty or contains a tab")
    if not version.startswith(b"HTTP/"):
        raise BadRequestError("the first line does not end in an HTTP version")
    if (
        len(version) != 8 or not version.startswith(b"HTTP/1.") or not version[7:].isdigit()
    ):  # HTTP/1.x
        raise BadRequestError("only HTTP/1.1 is supported", 505)
    return method.decode("ascii"), target, version


def _parse_headers(lines: list[bytes]) -> dict[bytes, list[bytes]]:
    headers: dict[bytes, list[bytes]] = {}
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not name or not _TOKEN.issuperset(name):
            raise BadRequestError("a header line is not a name, a colon and a value")
        headers.setdefault(name.lower(), []).append(value.strip(b" \t"))
    return headers


def _without_host(target: bytes) -> bytes:
    scheme, separator, rest = target.partition(b"://")
    if not separator or not scheme[:1].isalpha() or not _SCHEME.issuperset(scheme):
        return target
    at = min((found for found in (rest.find(b"/"), rest.find(b"?")) if found >= 0), default=None)
    return b"" if at is None else rest[at:]


def _is_chunked(headers: dict[bytes, list[bytes]]) -> bool:
    codings = headers.get(b"transfer-encoding")
    if codings is None:
        return False
    if b"content-length" in headers:
        raise BadRequestError("the body has both a length and a transfer coding")
    if [coding.lower() for coding in codings] != [b"chunked"]:
        raise BadRequestError("the only supported transfer coding is chunked", 501)
    return True


def _content_length(headers: dict[bytes, list[bytes]]) -> int:
    lengths = set(headers.get(b"content-length", [b"0"]))
    digits = lengths.pop()
    if lengths or not digits.isdigit():
        raise BadRequestError("the Content-Length is not a single number")
    # 19 digits exceed any limit; thousands of digits would be slow to parse.
    return int(digits.lstrip(b"0")[:19] or b"0")
