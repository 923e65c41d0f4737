"""The query of the bot: the last report with all of its fills."""

from botyard import query, state

query.handler("/report", lambda _: state.get("report", {"fills": []}))
query.run()
