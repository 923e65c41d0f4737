# Prints metrics of types without end.
import os

n = 0
while True:
    n += 1
    os.write(1, b'{"_metric":"type_%d","data":{"value":1}}\n' % n)
