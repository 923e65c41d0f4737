# Prints metrics without end.
import os

lines = b'{"_metric":"flood","data":{"value":1}}\n' * 1000
while True:
    os.write(1, lines)
