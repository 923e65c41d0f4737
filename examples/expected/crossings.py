"""Computes where two moving averages cross, in whole cents, independently of the bots and generate.py.

The sum of the newest k closes is a whole number of cents, so two averages can be compared with whole
numbers, without doubles, rounding, looks or state. Writes fixtures/signals.json:

    python3 crossings.py
"""

import csv
import json
import pathlib
from fractions import Fraction

here = pathlib.Path(__file__).parent


def closes(symbol):
    """Return the dates of a symbol and its closes in cents."""
    with (here.parent / "price-feed" / "data" / f"{symbol}.csv").open() as rows:
        return [(row["date"], round(Fraction(row["close"]) * 100)) for row in csv.DictReader(rows)]


def crossings(symbol, short, long):
    """Return date, type and close of every crossing since the first day with a long average."""
    days = closes(symbol)
    found, side = [], 0
    for last in range(long - 1, len(days)):
        cents = [close for _, close in days[last + 1 - long : last + 1]]
        gap = sum(cents[-short:]) * long - sum(cents) * short
        now = (gap > 0) - (gap < 0) or side
        if side and now != side:
            found.append([days[last][0], "BUY" if now > 0 else "SELL", cents[-1] / 100])
        side = now
    return {
        "symbol": symbol,
        "short_period": short,
        "long_period": long,
        "since": days[long - 1][0],
        "signals": found,
    }


def text():
    """Return the file's text, one signal on each line, so that diffs show the changed signals."""
    periods = ((5, 20), (50, 200), (2, 5))
    histories = []
    for symbol in ("AAPL", "GOOG", "IBM", "MSFT"):
        for short, long in periods if symbol == "MSFT" else periods[:2]:
            history = crossings(symbol, short, long)
            lines = ",\n".join(json.dumps(signal, separators=(",", ":")) for signal in history.pop("signals"))
            head = json.dumps(history, separators=(",", ":"))[:-1]
            histories.append(f'{head},"signals":[\n{lines}\n]}}')
    return "[\n" + ",\n".join(histories) + "\n]\n"


if __name__ == "__main__":
    (here / "fixtures" / "signals.json").write_text(text())
