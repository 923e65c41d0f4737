"""The spread monitor's one query: the last look, and how low and high the spread has been."""

from botyard import query, state

query.handler("/spread", lambda _: state.get("spread", {"looks": 0}))
query.run()
