"""What the crossover bot remembers between looks, and what it answers about it. Pure as well.

The record is one JSON object under one state key; ../crossover.md has the table of its fields.
"""

from typing import Any

import strategy

KEY = "crossover"
KEPT_SIGNALS = 100


def resume(settings: dict[str, Any], stored: Any) -> dict[str, Any]:
    """The stored record, or a fresh one where there is none for these settings."""
    owner = {name: settings[name] for name in ("symbol", "short_period", "long_period")}
    if stored is not None:
        if not isinstance(stored, dict) or stored.get("format") != 1:
            raise ValueError(
                f'the state key "{KEY}" holds no crossover record: delete it to begin afresh'
            )
        if owner.items() <= stored.items():
            return stored
    return {
        "format": 1,
        **owner,
        "observations": 0,
        "date": None,
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


def remember(
    record: dict[str, Any], measured: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The record after one more look, and the signal that the look fired, if any."""
    date, price, sma = measured["date"], measured["price"], measured["sma"]
    if record["date"] is not None and date < record["date"]:
        # The feed began a new lap: what was seen before lies in the future now.
        record = {**record, "side": None, "entry": None}
    before, now = record["side"], strategy.side(sma, record["side"])
    record = {
        **record,
        "observations": record["observations"] + 1,
        "date": date,
        "price": price["value"],
        "change_pct": price["change_pct"],
        "short_sma": sma["short_sma"],
        "long_sma": sma["long_sma"],
        "side": now,
    }
    if now is None or before in (None, now):
        return record, None
    signal = strategy.signal(measured, now)
    return trade({**record, "signals": kept(record["signals"], date, signal)}, date, signal), signal


def kept(signals: list[dict[str, Any]], date: str, signal: dict[str, Any]) -> list[dict[str, Any]]:
    return [*signals, {"date": date, **signal}][-KEPT_SIGNALS:]


def trade(record: dict[str, Any], date: str, signal: dict[str, Any]) -> dict[str, Any]:
    """The record after trading a signal on paper: a BUY opens a trade, a SELL closes it."""
    price, entry = signal["price"], record["entry"]
    if signal["type"] == "BUY":
        return {**record, "buys": record["buys"] + 1, "entry": {"date": date, "price": price}}
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
    """The answer to /status."""
    shown = (
        "symbol short_period long_period date price change_pct short_sma long_sma side observations"
    )
    last = record["signals"][-1] if record["signals"] else None
    return {name: record[name] for name in shown.split()} | {"last_signal": last}


def signals(record: dict[str, Any], limit: int) -> dict[str, Any]:
    """The answer to /signals: the newest `limit` signals, newest first."""
    newest_first = record["signals"][::-1]
    return {
        "signals": newest_first[: max(0, min(limit, KEPT_SIGNALS))],
        "total": record["buys"] + record["sells"],
    }


def performance(record: dict[str, Any]) -> dict[str, Any]:
    """The answer to /performance: how trading every signal would have gone."""
    return {
        "symbol": record["symbol"],
        "buys": record["buys"],
        "sells": record["sells"],
        "trades": record["trades"],
        "wins": record["wins"],
        "return_pct": strategy.rounded((record["equity"] - 1) * 100, 3),
        "entry": record["entry"],
    }
