# Prints bytes that are no text, and JSON that is none.
import os

while True:
    os.write(1, os.urandom(4096) + b'\n{"level":\n\0\n[[[[[[[[\n' + b"[" * 5000 + b"\n")
