"""The query of the bot: the newest candle of each pair, and the number of open trades."""

from botyard import query, state

query.handler("/status", lambda _: state.get("status", {"pairs": {}, "open_trades": 0}))
query.run()
