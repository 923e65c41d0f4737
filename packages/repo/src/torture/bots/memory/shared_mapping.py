# Fills a shared anonymous mapping.
import mmap
import time

kept = []
while True:
    kept.append(mmap.mmap(-1, 8 << 20))
    kept[-1].write(b"x" * (8 << 20))
    time.sleep(0.01)
