"""Answers one query of a scheduled bot, without an SDK, so that it can also break the contract."""

import os
import sys
import time

from answers import answer


def leave(text, code):
    path = os.environ["RESULT_PATH"]
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)
    sys.exit(code)


path = os.environ["QUERY_PATH"]
if path == "/hang":
    time.sleep(3600)
if path == "/silent":
    sys.exit(0)
if path == "/crash":
    os.kill(os.getpid(), 11)
if path == "/not-json":
    leave("{oops", 0)
status, body = answer(path, os.environ["QUERY_PARAMS"], {name.lower(): value for name, value in os.environ.items()})
if status == 200:
    leave('{"status":"ok","data":' + body + "}", 0)
if status == 500:
    body = body[:-1] + ',"code":"query.handler_failed"}'
leave(body, 1)
