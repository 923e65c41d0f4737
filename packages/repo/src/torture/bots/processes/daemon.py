# Hides in a session of its own, without its environment, and lets its parent end.
import os
import time

for _ in range(20):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve("/bin/sleep", ["sleep", "600"], {})
        os._exit(0)
time.sleep(600)
