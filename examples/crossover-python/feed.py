"""The client of the price feed."""

import http.client
import itertools
import json
import os
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

TIMEOUT_SECONDS = 5


class PriceFeedError(Exception):
    """The feed sent no prices. `reason` has further details."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


def address() -> str:
    """Return the address of the feed, without slashes at the end."""
    found = os.environ.get("PRICE_FEED_URL", "").rstrip("/")
    if not found:
        raise ValueError("PRICE_FEED_URL is not set: set it to the address of the price feed")
    return found


def newest_prices(address: str, symbol: str, limit: int) -> list[dict[str, Any]]:
    """Fetch the newest `limit` closes of a symbol, oldest first; fewer where its history begins."""
    question = urllib.parse.urlencode({"symbol": symbol, "limit": limit})
    try:
        with urllib.request.urlopen(
            f"{address}/v1/prices?{question}", timeout=TIMEOUT_SECONDS
        ) as answer:
            body = answer.read()
    except urllib.error.HTTPError as refusal:
        raise refused(refusal) from refusal
    except (OSError, ValueError, http.client.HTTPException) as failure:
        raise PriceFeedError("the price feed did not answer", str(failure)) from failure
    try:
        return price_list(json.loads(body))
    except (ValueError, TypeError, KeyError) as failure:
        raise PriceFeedError("the price feed did not send a price list", str(failure)) from failure


def price_list(answer: Any) -> list[dict[str, Any]]:
    if not isinstance(answer["prices"], list):
        raise TypeError("prices is not a list")
    prices = [day(price) for price in answer["prices"]]
    for before, after in itertools.pairwise(prices):
        if after["date"] <= before["date"]:
            raise ValueError(f"{after['date']!r} follows {before['date']!r}")
    return prices


def refused(refusal: urllib.error.HTTPError) -> PriceFeedError:
    try:
        said = json.loads(refusal.read())
        return PriceFeedError(
            f"the price feed refused: {refusal.code} {text(said['code'])}", text(said["message"])
        )
    except (OSError, ValueError, TypeError, KeyError, http.client.HTTPException):
        return PriceFeedError(f"the price feed refused: {refusal.code}", refusal.reason)


def day(price: dict[str, Any]) -> dict[str, Any]:
    date, time = text(price["date"]), price.get("time")
    # The time is optional: a feed of daily closes need not have one.
    return {
        "date": date,
        "close": close(price["close"]),
        "time": time if isinstance(time, str) else date,
    }


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a string")
    return value


def close(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0001 <= value < 1e12:
        raise TypeError(f"{value!r} is not a price")
    return float(value)
