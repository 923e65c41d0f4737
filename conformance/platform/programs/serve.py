"""The query server of a realtime bot, without an SDK, so that it can also break the contract."""

import os
import socket
import threading

from answers import answer


def send(connection, status, body, kind="application/json"):
    data = body.encode()
    head = "HTTP/1.1 %d X\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n" % (status, kind, len(data))
    connection.sendall(head.encode() + data)


def respond(connection, path, body, fields):
    if path == "/html":
        send(connection, 200, "<p>", "text/html")
    elif path == "/not-json":
        send(connection, 200, "{oops")
    elif path == "/redirect":
        connection.sendall(b"HTTP/1.1 302 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
    elif path == "/huge":
        send(connection, 200, '"' + "x" * (5 * 1024 * 1024) + '"')
    elif path == "/cut":
        connection.close()
    elif path != "/hang":
        send(connection, *answer(path, body, fields))


def serve(connection):
    rest = b""
    while True:
        while b"\r\n\r\n" not in rest:
            more = connection.recv(65536)
            if not more:
                return
            rest += more
        head, rest = rest.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}
        length = int(fields.get("content-length", "0"))
        while len(rest) < length:
            rest += connection.recv(65536)
        body, rest = rest[:length], rest[length:]
        respond(connection, first.split(" ")[1].split("?")[0], body.decode() or "{}", fields)


listener = socket.create_server((os.environ["QUERY_HOST"], int(os.environ["QUERY_PORT"])))
while True:
    accepted, _ = listener.accept()
    threading.Thread(target=serve, args=(accepted,), daemon=True).start()
