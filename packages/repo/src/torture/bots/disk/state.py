# Fills its state.
import os

with open(os.environ["STATE_DIR"] + "/fill", "wb") as file:
    while True:
        file.write(b"x" * (1 << 20))
