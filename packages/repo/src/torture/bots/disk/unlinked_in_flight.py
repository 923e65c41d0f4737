# Sends files without a name to itself and closes them.
import array
import os
import socket
import time

here, there = socket.socketpair()
path = os.environ["STATE_DIR"] + "/gone"
for _ in range(100):
    with open(path, "wb") as file:
        file.write(b"x" * (8 << 20))
        file.flush()
        os.unlink(path)
        rights = array.array("i", [file.fileno()])
        here.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
time.sleep(600)
