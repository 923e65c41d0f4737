# Creates folders in folders without end.
import itertools
import os

os.chdir(os.environ["STATE_DIR"])
for n in itertools.count():
    os.makedirs(f"{n}/a/b/c/d/e/f/g")
