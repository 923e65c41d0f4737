"""Times `metric` and the same bytes by Python's own buffered write and flush, in turn."""

import json
import sys
import time

from botyard import metric

ROUNDS, CALLS = map(int, sys.argv[1:])
DATA = {"symbol": "AAPL", "value": 187.5, "change_pct": 0.125}
LINE = (
    b'{"_metric":"price","timestamp":"2026-01-01T00:00:00.000Z",'
    b'"data":{"symbol":"AAPL","value":187.5,"change_pct":0.125}}\n'
)


def sdk() -> None:
    for _ in range(CALLS):
        metric("price", DATA)


def bare() -> None:
    output = sys.stdout.buffer
    for _ in range(CALLS):
        output.write(LINE)
        output.flush()


times = {"sdk": [], "bare": []}
for _ in range(ROUNDS):
    for side in (sdk, bare):
        began = time.perf_counter_ns()
        side()
        times[side.__name__].append((time.perf_counter_ns() - began) / CALLS)
print(json.dumps(times), file=sys.stderr)
