"""The spread monitor: emits the price difference of two stocks every ten seconds."""

import http.client
import json
import os
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from botyard import BotyardError, error, input, log, metric, state, stop

DEFAULTS: dict[str, Any] = {"left": "GOOG", "right": "AAPL", "interval_ms": 10_000}


def ask(feed: str, **params: Any) -> dict[str, Any]:
    """Request prices from the feed."""
    url = f"{feed}/v1/prices?{urllib.parse.urlencode(params)}"
    with urllib.request.urlopen(url, timeout=5) as answer:
        return dict(json.load(answer))


def look(feed: str, left: str, right: str) -> None:
    """Look once: fetch both prices, compute and store the spread and its extremes, emit it."""
    ours = ask(feed, symbol=left, limit=1)
    theirs = ask(feed, symbol=right, limit=1, at=ours["as_of"])  # the same day for both
    left_price, right_price = ours["prices"][0]["close"], theirs["prices"][0]["close"]
    spread = round(left_price - right_price, 2)
    data = {
        "date": ours["as_of"],
        "left": left,
        "right": right,
        "left_price": left_price,
        "right_price": right_price,
        "spread": spread,
        "ratio": round(left_price / right_price, 4),
    }
    last: dict[str, Any] = state.get("spread", {})
    if (last.get("left"), last.get("right")) != (left, right):
        last = {"low": spread, "high": spread, "looks": 0}
    extremes = {"low": min(last["low"], spread), "high": max(last["high"], spread)}
    state.set("spread", {**data, **extremes, "looks": last["looks"] + 1})
    metric("spread", data)


def main() -> None:
    _, config = input.parse()
    settings = DEFAULTS | config
    feed = os.environ.get("PRICE_FEED_URL", "").rstrip("/")
    if not feed:
        error("PRICE_FEED_URL is not set: set it to the address of the price feed")
    trouble = None
    pause = 0.0
    while not stop.wait(pause):
        pause = settings["interval_ms"] / 1000
        before, trouble = trouble, None
        try:
            look(feed, settings["left"], settings["right"])
        except (OSError, ValueError, TypeError, LookupError, http.client.HTTPException) as failure:
            trouble = f"no prices: {failure}"
            if isinstance(failure, urllib.error.HTTPError) and failure.code == 429:
                pause = max(pause, float(failure.headers.get("Retry-After", 0)))
        if trouble != before:  # log only when it begins and when it ends
            log.warn(trouble) if trouble else log.info("prices are back")


try:
    main()
except BotyardError as failure:
    error(str(failure))
