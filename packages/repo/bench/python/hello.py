"""The hello of the standard library's HTTP server, with a thread for each connection."""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY = b'{"pong":true}'


class Hello(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_: object) -> None:
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ["QUERY_PORT"])), Hello).serve_forever()
