"""Answers `/ping`, once or as a server."""

from botyard import query

query.handler("/ping", lambda request: {"pong": True})
query.run()
