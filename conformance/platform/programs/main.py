"""A bot without an SDK. It does what the list `script` of its config says, one `[word, value]` after the other."""

import json
import os
import signal
import sys
import time

config = json.loads(os.environ["BOT_CONFIG"])


def keep(key, value):
    path = os.path.join(os.environ["STATE_DIR"], key + ".json")
    with open(path + ".new", "w") as file:
        json.dump(value, file)
    os.rename(path + ".new", path)


def result(text):
    with open(os.environ["RESULT_PATH"], "w") as file:
        file.write(text)


def cached(name):
    path = os.path.join(os.environ["XDG_CACHE_HOME"], name)
    out("cached" if os.path.exists(path) else "new")
    with open(path, "w"):
        pass


def out(text):
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def err(text):
    sys.stderr.buffer.write(text.encode() + b"\n")
    sys.stderr.buffer.flush()


words = {
    "out": out,
    "err": err,
    "setting": lambda name: out(str(config[name])),
    "length": lambda name: out(str(len(config[name]))),
    "environment": lambda name: out(name + "=" + os.environ.get(name, "(unset)")),
    "bytes": lambda text: os.write(1, bytes.fromhex(text)),
    "many": lambda count: out("\n".join("line %d" % (i + 1) for i in range(count))),
    "metrics": lambda count: out(
        "\n".join('{"_metric":"m","data":{"v":%d}}' % (1000 if i == 77 else i) for i in range(count))
    ),
    "cached": cached,
    "keep": lambda pair: keep(*pair),
    "result": result,
    "sleep": time.sleep,
    "exit": lambda code: os._exit(code),
    "signal": lambda number: os.kill(os.getpid(), number),
    "ignore": lambda number: signal.signal(number, signal.SIG_IGN),
}
for word, value in config.get("script", []):
    words[word](value)
if os.environ["BOT_TYPE"] == "realtime":
    while True:
        time.sleep(3600)
