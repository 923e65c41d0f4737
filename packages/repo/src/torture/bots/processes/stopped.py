# Stops all of its processes.
import os
import signal

for _ in range(20):
    if os.fork() == 0:
        break
os.kill(os.getpid(), signal.SIGSTOP)
