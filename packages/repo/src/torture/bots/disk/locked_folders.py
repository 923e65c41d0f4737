# Leaves files in folders that nobody may write.
import os
import time

for n in range(500):
    folder = f"{os.environ['STATE_DIR']}/{n}"
    os.mkdir(folder)
    open(folder + "/file", "w").close()
    os.chmod(folder, 0)
time.sleep(600)
