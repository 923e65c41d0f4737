"""The record that the crossover bot keeps between looks, and the answers to its queries.

The record is a JSON object under one state key; ../crossover.md describes its fields. All functions
are pure.
"""

from typing import Any

import strategy

KEY = "crossover"
KEPT_SIGNALS = 100
MOST_NEW_CLOSES = 300
"""The maximum number of new closes in one look. With more, the record begins afresh."""


def resume(settings: dict[str, Any], stored: Any) -> dict[str, Any]:
    """Return the stored record, or a new one if there is none for these settings."""
    owner = {name: settings[name] for name in ("symbol", "short_period", "long_period")}
    if stored is not None:
        if not isinstance(stored, dict) or stored.get("format") != 1:
            raise ValueError(
                f'the state key "{KEY}" does not contain a crossover record: '
                "delete it to begin afresh"
            )
        if owner.items() <= stored.items():
            return stored
    return {
        "format": 1,
        **owner,
        "since": None,
        "date": None,
        "observations": 0,
        "price": None,
        "change_pct": None,
        "short_sma": None,
        "long_sma": None,
        "side": None,
        "buys": 0,
        "sells": 0,
        "signals": [],
        "entry": None,
        "trades": 0,
        "wins": 0,
        "equity": 1.0,
    }


def catch_up(
    settings: dict[str, Any], record: dict[str, Any], prices: list[dict[str, Any]]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the record after all closes that are new to it, in order, and their signals.

    The record begins afresh with the newest close if the feed has begun a new lap or if there are
    too many new closes.
    """
    last = record["date"]
    seen = 0 if last is None else sum(price["date"] <= last for price in prices)
    if last is None or prices[-1]["date"] < last or seen < settings["long_period"]:
        record, seen = resume(settings, None), len(prices) - 1
    fired = []
    for end in range(seen + 1, len(prices) + 1):
        measured = strategy.measure(settings, prices[:end])
        assert measured is not None  # there are at least long_period of them
        record, signal = take(record, measured)
        if signal:
            fired.append(signal)
    return record, fired


def to_emit(
    settings: dict[str, Any], stored: dict[str, Any] | None, prices: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return what is measured at the closes later than the stored date, or at least at the newest."""
    last = (stored or {}).get("date") or ""
    old = sum(price["date"] <= last for price in prices)
    first = min(max(old, settings["long_period"] - 1), len(prices) - 1)
    measured = (strategy.measure(settings, prices[: i + 1]) for i in range(first, len(prices)))
    return [close for close in measured if close]


def take(
    record: dict[str, Any], measured: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return the record after one more close, and the signal of this close, if any."""
    date, price, sma = measured["date"], measured["price"], measured["sma"]
    before, now = record["side"], strategy.side(sma, record["side"])
    record = {
        **record,
        "since": record["since"] or date,
        "date": date,
        "observations": record["observations"] + 1,
        "price": price["value"],
        "change_pct": price["change_pct"],
        "short_sma": sma["short_sma"],
        "long_sma": sma["long_sma"],
        "side": now,
    }
    if now is None or before in (None, now):
        return record, None
    signal = {"date": date, **strategy.signal(measured, now)}
    signals = [*record["signals"], signal][-KEPT_SIGNALS:]
    return trade({**record, "signals": signals}, signal), signal


def trade(record: dict[str, Any], signal: dict[str, Any]) -> dict[str, Any]:
    """Return the record after a paper trade: a BUY opens a trade, a SELL closes it."""
    price, entry = signal["price"], record["entry"]
    if signal["type"] == "BUY":
        opened = {"date": signal["date"], "price": price}
        return {**record, "buys": record["buys"] + 1, "entry": opened}
    record = {**record, "sells": record["sells"] + 1, "entry": None}
    if entry is None:
        return record
    return {
        **record,
        "trades": record["trades"] + 1,
        "wins": record["wins"] + (price > entry["price"]),
        "equity": record["equity"] * (price / entry["price"]),
    }


def status(record: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to /status."""
    period = "symbol short_period long_period since date"
    newest = "price change_pct short_sma long_sma side observations"
    last = record["signals"][-1] if record["signals"] else None
    return {name: record[name] for name in f"{period} {newest}".split()} | {"last_signal": last}


def signals(record: dict[str, Any], limit: int) -> dict[str, Any]:
    """Return the answer to /signals: the newest `limit` signals, newest first."""
    newest_first = record["signals"][::-1]
    return {
        "signals": newest_first[: max(0, min(limit, KEPT_SIGNALS))],
        "total": record["buys"] + record["sells"],
    }


def performance(record: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to /performance: the result of trading every signal."""
    return {
        "symbol": record["symbol"],
        "buys": record["buys"],
        "sells": record["sells"],
        "trades": record["trades"],
        "wins": record["wins"],
        "return_pct": strategy.rounded((record["equity"] - 1) * 100, 3),
        "entry": record["entry"],
    }
