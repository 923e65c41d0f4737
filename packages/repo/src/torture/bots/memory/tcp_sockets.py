# Fills the buffers of TCP connections to itself.
import os
import socket
import time

for _ in range(11):
    if os.fork() == 0:
        break
listener = socket.create_server(("127.0.0.1", 0))
kept = []
for _ in range(100):
    here = socket.create_connection(listener.getsockname())
    kept += [here, listener.accept()[0]]
    here.setblocking(False)
    try:
        while here.send(b"x" * (1 << 17)):
            pass
    except BlockingIOError:
        pass
time.sleep(600)
