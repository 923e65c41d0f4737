"""The crossover bot's queries. They read the state that main.py writes."""

from typing import Any

from botyard import query, state

import record
import strategy


def remembered() -> dict[str, Any]:
    return record.resume(strategy.settings(query.get_config()), state.get(record.KEY))


query.handler("/status", lambda _: record.status(remembered()))
query.handler(
    "/signals", lambda request: record.signals(remembered(), request.get_integer("limit", 10))
)
query.handler("/performance", lambda _: record.performance(remembered()))
query.run()
