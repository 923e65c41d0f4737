"""Answers queries about the bot. It can read the bot's state, but not change it."""

from botyard import query, state


@query.handler("/status")
def status(request):
    config = query.get_config()
    return {"symbol": config["symbol"], "runs": state.get("runs", 0)}


query.run()
