# Fills its cache.
import os

folder = os.path.expanduser("~/.cache")
os.makedirs(folder, exist_ok=True)
with open(folder + "/fill", "wb") as file:
    while True:
        file.write(b"x" * (1 << 20))
