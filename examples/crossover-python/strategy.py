"""What the crossover bot computes from prices. Pure: no clock, no network, no state.

Every line follows ../crossover.md, so that bots in other languages give the same numbers.
"""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

DEFAULTS: dict[str, Any] = {
    "symbol": "AAPL",
    "short_period": 5,
    "long_period": 20,
    "update_interval_ms": 60_000,
}


def settings(config: dict[str, Any]) -> dict[str, Any]:
    """The bot's settings: the config, and a default for what it lacks."""
    chosen = DEFAULTS | config
    short, long = chosen["short_period"], chosen["long_period"]
    if short >= long:
        raise ValueError(f"short_period must be less than long_period, got {short} and {long}")
    return chosen


def measure(settings: dict[str, Any], prices: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The date, `price` and `sma` of the newest close; None when there is too little history."""
    symbol, short, long = settings["symbol"], settings["short_period"], settings["long_period"]
    if len(prices) < long:
        return None
    closes = [price["close"] for price in prices[-long:]]
    previous, current = closes[-2:]
    change = (current - previous) / previous * 100
    return {
        "date": prices[-1]["date"],
        "price": {"symbol": symbol, "value": rounded(current, 2), "change_pct": rounded(change, 3)},
        "sma": {
            "symbol": symbol,
            "short_sma": average(closes[-short:]),
            "long_sma": average(closes),
            "short_period": short,
            "long_period": long,
        },
    }


def side(sma: dict[str, Any], before: str | None) -> str | None:
    """Where the short average is, "above" the long one or "below"; equal ones change nothing."""
    if sma["short_sma"] == sma["long_sma"]:
        return before
    return "above" if sma["short_sma"] > sma["long_sma"] else "below"


def signal(measured: dict[str, Any], side: str) -> dict[str, Any]:
    """The signal of a look that has crossed over to `side`."""
    price, sma = measured["price"], measured["sma"]
    gap = abs(sma["short_sma"] - sma["long_sma"])
    one_percent = sma["long_sma"] / 100
    return {
        "type": "BUY" if side == "above" else "SELL",
        "symbol": price["symbol"],
        "price": price["value"],
        "confidence": rounded(min(0.95, gap / (gap + one_percent)), 2),
        "reason": f"SMA({sma['short_period']}) crossed {side} SMA({sma['long_period']})",
    }


def average(closes: list[float]) -> float:
    # Not sum(): from Python 3.12 on it corrects its own rounding, which other languages do not.
    total = 0.0
    for close in closes:
        total += close
    return rounded(total / len(closes), 4)


def rounded(x: float, digits: int) -> float:
    """The exact value of `x` to so many decimals, the middle away from zero."""
    # Not round(): it takes the middle to the even side. Adding zero makes -0.0 a plain 0.0.
    return float(Decimal(x).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)) + 0.0
