# Starts processes that end at once.
import os

while True:
    if os.fork() == 0:
        os._exit(0)
    os.wait()
