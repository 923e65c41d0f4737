"""A realtime bot: it runs until the platform stops it."""

from botyard import input, log, metric, state, stop

bot_id, config = input.parse()
beats = state.get("beats", 0)
log.info("started", {"bot": bot_id, "symbol": config["symbol"]})

while not stop.requested():
    beats += 1
    metric("beat", {"symbol": config["symbol"], "count": beats})
    state.set("beats", beats)
    stop.wait(config["interval_seconds"])
