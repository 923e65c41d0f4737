# Shares its memory out to children, each with little.
import os
import time

for _ in range(60):
    if os.fork() == 0:
        kept = bytearray(b"x" * (16 << 20))
        time.sleep(600)
time.sleep(600)
