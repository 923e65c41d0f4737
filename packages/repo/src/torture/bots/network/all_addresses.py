# Listens on the ports of others at another address of this machine.
import socket
import time

kept = []
for port in range(32768, 32768 + 240):
    try:
        kept.append(socket.create_server(("127.0.0.2", port)))
    except OSError:
        pass
time.sleep(600)
