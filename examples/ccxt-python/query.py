"""The query of the bot: how many orders it has placed, and the last one."""

from botyard import query, state

query.handler(
    "/orders", lambda _: {"orders": state.get("orders", 0), "last": state.get("last_order")}
)
query.run()
