"""A scheduled bot: it runs once for every tick of its schedule, and reports a result."""

from botyard import input, log, metric, state, success

bot_id, config = input.parse()
runs = state.get("runs", 0) + 1
log.info("running", {"bot": bot_id, "symbol": config["symbol"]})

metric("run", {"symbol": config["symbol"], "count": runs})
state.set("runs", runs)
success(f"looked at {config['symbol']}, run {runs}")
