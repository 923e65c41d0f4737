"""Times `state.set` and a bare durable write of the same bytes in the same directory, in turn."""

import json
import os
import sys
import time

from botyard import state

ROUNDS = int(sys.argv[1])
VALUE = {"cash": 10250.75, "trades": [{"symbol": "AAPL", "price": 187.5, "size": 10}] * 8}
DOCUMENT = json.dumps(VALUE, separators=(",", ":")).encode()
DIRECTORY = os.environ["STATE_DIR"]


def sdk() -> None:
    state.set("portfolio", VALUE)


def bare() -> None:
    temporary = os.path.join(DIRECTORY, ".bare")
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    os.write(file, DOCUMENT)
    os.fsync(file)
    os.close(file)
    os.rename(temporary, os.path.join(DIRECTORY, "bare"))
    directory = os.open(DIRECTORY, os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)


times = {"sdk": [], "bare": []}
for _ in range(ROUNDS):
    for side in (sdk, bare):
        began = time.perf_counter_ns()
        side()
        times[side.__name__].append(time.perf_counter_ns() - began)
print(json.dumps(times), file=sys.stderr)
