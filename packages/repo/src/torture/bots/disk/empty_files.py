# Creates empty files in its state without end.
import os

n = 0
while True:
    n += 1
    open(f"{os.environ['STATE_DIR']}/{n}", "w").close()
