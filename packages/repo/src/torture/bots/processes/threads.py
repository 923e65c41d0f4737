# Burns every processor.
import os

for _ in range(50):
    if os.fork() == 0:
        break
while True:
    pass
