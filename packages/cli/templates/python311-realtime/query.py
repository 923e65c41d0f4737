"""Answers questions about the bot. It sees the bot's state and changes nothing."""

from botyard import query, state


@query.handler("/status")
def status(request):
    config = query.get_config()
    return {"symbol": config["symbol"], "beats": state.get("beats", 0)}


query.run()
