# Fills a file that has no name.
import os

path = os.environ["STATE_DIR"] + "/gone"
with open(path, "wb") as file:
    os.unlink(path)
    while True:
        file.write(b"x" * (1 << 20))
