"""The query of the spread monitor: the last look, and the low and high of the spread."""

from botyard import query, state

query.handler("/spread", lambda _: state.get("spread", {"looks": 0}))
query.run()
