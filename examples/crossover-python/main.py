"""The crossover bot: looks at a stock's moving averages and signals where they cross."""

import signal
import threading
from typing import Any

from botyard import BotyardError, error, input, log, metric, state

import feed
import record
import strategy

stop = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stop.set())


def look(settings: dict[str, Any], address: str) -> None:
    """Look once: fetch, measure, compare with what is remembered, store, emit."""
    remembered = record.resume(settings, state.get(record.KEY))
    try:
        prices = feed.newest_prices(address, settings["symbol"], settings["long_period"])
    except feed.PriceFeedError as failure:
        log.warn(str(failure), {"reason": failure.reason})
        return

    measured = strategy.measure(settings, prices)
    if measured is None:
        log.info(f"too little history: {len(prices)} of {settings['long_period']} closes")
        return

    remembered, crossing = record.remember(remembered, measured)
    state.set(record.KEY, remembered)
    metric("price", measured["price"])
    metric("sma", measured["sma"])
    if crossing:
        metric("signal", crossing)


def main() -> None:
    _, config = input.parse()
    settings = strategy.settings(config)
    address = feed.address()
    while not stop.is_set():
        look(settings, address)
        stop.wait(settings["update_interval_ms"] / 1000)


try:
    main()
except (BotyardError, ValueError) as failure:
    error(str(failure))
