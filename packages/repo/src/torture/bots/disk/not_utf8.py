# Fills a folder whose name is not UTF-8.
import os

folder = os.environ["STATE_DIR"].encode() + b"/\xff\xfe"
os.mkdir(folder)
with open(folder + b"/\x80", "wb") as file:
    while True:
        file.write(b"x" * (1 << 20))
