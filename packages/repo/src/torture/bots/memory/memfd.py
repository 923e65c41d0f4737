# Holds files in memory without mapping them.
import os
import time

block = b"x" * (8 << 20)
for _ in range(200):
    os.write(os.memfd_create("held"), block)
time.sleep(600)
