"""The crossover bot: watches two moving averages of a stock and signals when they cross."""

from typing import Any

from botyard import BotyardError, error, input, log, metric, state, stop

import feed
import record
import strategy


def look(settings: dict[str, Any], address: str) -> None:
    """Look once: fetch, take every new close, store, emit."""
    stored = state.get(record.KEY)
    remembered = record.resume(settings, stored)
    limit = settings["long_period"] + record.MOST_NEW_CLOSES
    try:
        prices = feed.newest_prices(address, settings["symbol"], limit)
    except feed.PriceFeedError as failure:
        log.warn(str(failure), {"reason": failure.reason})
        return

    if len(prices) < settings["long_period"]:
        log.info(f"too little history: {len(prices)} of {settings['long_period']} closes")
        return

    remembered, crossings = record.catch_up(settings, remembered, prices)
    state.set(record.KEY, remembered)
    fired = {crossing["date"]: crossing for crossing in crossings}
    for measured in record.to_emit(settings, stored, prices):
        metric("price", measured["price"])
        metric("sma", measured["sma"])
        if crossing := fired.get(measured["date"]):
            data = {name: crossing[name] for name in crossing if name != "date"}
            metric("signal", {**data, "time": measured["price"]["time"]})


def main() -> None:
    _, config = input.parse()
    settings = strategy.settings(config)
    address = feed.address()
    while not stop.requested():
        look(settings, address)
        stop.wait(settings["update_interval_ms"] / 1000)


try:
    main()
except (BotyardError, ValueError) as failure:
    error(str(failure))
