"""The answers of the query programs, by path: a status of HTTP and the text of a JSON document."""

import json
import os


def answer(path, params, trace):
    if path == "/echo":
        return 200, params
    if path == "/trace":
        return 200, json.dumps([trace.get(name) for name in ("traceparent", "tracestate")])
    if path == "/config":
        return 200, os.environ["BOT_CONFIG"]
    if path == "/number":
        return 200, '{"b": 9007199254740993, "a": 1.0, "c": 1e2}'
    if path == "/string":
        return 200, '"plain"'
    if path == "/null":
        return 200, "null"
    if path == "/unicode":
        return 200, '"h\u00e9 \U0001f600"'
    if path == "/error-key":
        return 200, '{"error": "only a convention"}'
    if path == "/fail":
        return 500, '{"status":"error","error":"kaput"}'
    if path == "/param":
        return 400, '{"status":"error","error":"parameter \\"n\\" must be an integer, got \\"x\\"","code":"query.invalid_param"}'
    if path == "/state":
        with open(os.path.join(os.environ["STATE_DIR"], "kept.json")) as file:
            return 200, file.read()
    if path == "/write-state":
        return written()
    known = ["/config", "/echo", "/fail", "/health", "/info", "/null", "/number", "/string"]
    if path == "/health":
        return 200, '{"status":"ok"}'
    if path == "/info":
        return 200, json.dumps({"available_queries": known})
    unknown = {"status": "error", "error": "no query handler for " + path}
    return 404, json.dumps({**unknown, "code": "query.unknown_path", "available_queries": known})


def written():
    try:
        with open(os.path.join(os.environ["STATE_DIR"], "kept.json"), "w") as file:
            file.write('"changed"')
    except OSError:
        return 200, '"refused"'
    return 200, '"written"'
