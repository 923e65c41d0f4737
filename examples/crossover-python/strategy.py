"""The computations of the crossover bot, as pure functions: no clock, no network, no state.

They follow ../crossover.md exactly, so that bots in other languages compute the same numbers.
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
    """Return the config with the defaults of missing settings."""
    chosen = DEFAULTS | config
    short, long = chosen["short_period"], chosen["long_period"]
    if short >= long:
        raise ValueError(f"short_period must be less than long_period, got {short} and {long}")
    return chosen


def measure(settings: dict[str, Any], prices: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return date, `price` and `sma` of the newest close; None if there is too little history."""
    symbol, short, long = settings["symbol"], settings["short_period"], settings["long_period"]
    if len(prices) < long:
        return None
    closes = [price["close"] for price in prices[-long:]]
    previous, current = closes[-2:]
    change = (current - previous) / previous * 100
    date, time = prices[-1]["date"], prices[-1]["time"]
    return {
        "date": date,
        "price": {
            "symbol": symbol,
            "value": rounded(current, 2),
            "change_pct": rounded(change, 3),
            "time": time,
        },
        "sma": {
            "symbol": symbol,
            "short_sma": average(closes[-short:]),
            "long_sma": average(closes),
            "short_period": short,
            "long_period": long,
            "time": time,
        },
    }


def side(sma: dict[str, Any], before: str | None) -> str | None:
    """Return whether the short average is "above" or "below" the long one; if equal, `before`."""
    if sma["short_sma"] == sma["long_sma"]:
        return before
    return "above" if sma["short_sma"] > sma["long_sma"] else "below"


def signal(measured: dict[str, Any], side: str) -> dict[str, Any]:
    """Return the signal of a close at which the short average crossed to `side`."""
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
    # Not sum(): since Python 3.12 it compensates rounding errors, which other languages do not.
    total = 0.0
    for close in closes:
        total += close
    return rounded(total / len(closes), 4)


def rounded(x: float, digits: int) -> float:
    """Round the exact value of `x` to `digits` decimals, the middle away from zero."""
    # Not round(): it rounds the middle to even. Adding zero turns -0.0 into 0.0.
    return float(Decimal(x).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)) + 0.0
