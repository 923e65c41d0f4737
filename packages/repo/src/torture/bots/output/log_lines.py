# Prints log lines without end.
import os

lines = b'{"level":"error","message":"flood"}\n' * 1000
while True:
    os.write(1, lines)
