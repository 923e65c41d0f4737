# Fills a folder whose path is longer than the kernel takes.
import os

os.chdir(os.environ["STATE_DIR"])
for _ in range(40):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
with open("fill", "wb") as file:
    while True:
        file.write(b"x" * (1 << 20))
