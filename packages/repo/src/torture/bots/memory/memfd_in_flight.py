# Sends files in memory to itself and closes them: nobody holds them but the socket.
import array
import os
import socket
import time

block = b"x" * (8 << 20)
here, there = socket.socketpair()
for _ in range(100):
    file = os.memfd_create("flying")
    os.write(file, block)
    here.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))])
    os.close(file)
time.sleep(600)
