# Prints deeply nested lines.
import os

line = b'{"_metric":"deep","data":' + b'{"a":' * 2000 + b"1" + b"}" * 2001 + b"\n"
while True:
    os.write(1, line)
