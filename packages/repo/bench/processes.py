"""Times two processes in turn, from the start of each to its end: `processes.py ROUNDS COMMAND COMMAND`.

The commands are JSON arrays. Node takes several milliseconds to start a process, which is longer than
a compiled program runs; `posix_spawn` takes a fraction of a millisecond. Standard output and standard
error of both are no pipes, as on the platform, where they are files.
"""

import json
import os
import sys
import time

NOWHERE = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]


def run(command: list[str]) -> int:
    began = time.perf_counter_ns()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=NOWHERE)
    _, status = os.waitpid(process, 0)
    ended = time.perf_counter_ns()
    if status != 0:
        sys.exit(f"{command} ended with status {status}")
    return ended - began


rounds, *commands = (json.loads(argument) for argument in sys.argv[1:])
times: dict[str, list[int]] = {"sdk": [], "bare": []}
for _ in range(rounds):
    for side, command in zip(times, commands, strict=True):
        times[side].append(run(command))
print(json.dumps(times), file=sys.stderr)
