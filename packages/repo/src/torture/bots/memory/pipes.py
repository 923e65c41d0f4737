# Fills pipes of the largest size.
import fcntl
import os
import time

for _ in range(11):
    if os.fork() == 0:
        break
for _ in range(100):
    _reads, writes = os.pipe()
    try:
        fcntl.fcntl(writes, fcntl.F_SETPIPE_SZ, 1 << 20)
    except OSError:
        pass
    os.set_blocking(writes, False)
    try:
        while os.write(writes, b"x" * (1 << 16)):
            pass
    except BlockingIOError:
        pass
time.sleep(600)
