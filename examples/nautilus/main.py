"""Runs the strategy over the newest closes of the price feed at every tick."""

import json
import os
import urllib.parse
import urllib.request
from typing import Any

from backtest import run
from botyard import error, input, metric, state, success


def closes(symbol: str, days: int) -> list[dict[str, Any]]:
    """Request the newest closes of a stock from the price feed, oldest first."""
    feed = os.environ.get("PRICE_FEED_URL", "").rstrip("/")
    if not feed:
        error("PRICE_FEED_URL is not set: set it to the address of the price feed")
    query = urllib.parse.urlencode({"symbol": symbol, "limit": days})
    with urllib.request.urlopen(f"{feed}/v1/prices?{query}", timeout=10) as answer:
        return list(json.load(answer)["prices"])


def main() -> None:
    _, config = input.parse()
    if config["fast"] >= config["slow"]:
        error(f"fast is {config['fast']}, and must be less than slow, which is {config['slow']}")
    try:
        prices = closes(config["symbol"], config["days"])
    except (OSError, ValueError, LookupError) as failure:
        error(f"no prices: {failure}")
    report = {
        "symbol": config["symbol"],
        "from": prices[0]["date"],
        "to": prices[-1]["date"],
        **run(prices, config),
    }
    state.set("report", report)
    fills = report.pop("fills")
    summary = {**report, "fills": len(fills)}
    metric("backtest", summary)
    success(f"{len(fills)} fills, profit {summary['profit']} USD", {**summary, "last": fills[-3:]})


main()
