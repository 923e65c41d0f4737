"""Computes the expected answers of the crossover bot with exact fractions, independently of the bots.

A double is represented as a fraction, and only `fl` rounds to doubles, so that the operations of
../crossover.md do not depend on the floating point of a language. Writes fixtures/rounding.json,
fixtures/looks.json and fixtures/metrics.json:

    python3 generate.py
"""

import csv
import json
import math
import pathlib
import random
from fractions import Fraction

here = pathlib.Path(__file__).parent


def fl(exact):
    """Return the double nearest to a fraction, as a fraction: dividing two integers rounds only once."""
    return Fraction(exact.numerator / exact.denominator)


DAYS = {
    symbol: [
        (row["date"], fl(Fraction(row["close"])))
        for row in csv.DictReader((here.parent / "price-feed" / "data" / f"{symbol}.csv").open())
    ]
    for symbol in ("AAPL", "GOOG", "IBM", "MSFT")
}


def decimal(x, digits):
    """Return round(x, digits): the nearest decimal, the middle away from zero, as a double."""
    scaled = math.floor(abs(x) * 10**digits + Fraction(1, 2))
    return fl(Fraction(scaled if x >= 0 else -scaled, 10**digits))


def average(closes):
    total = Fraction(0)
    for close in closes:
        total = fl(total + close)
    return decimal(fl(total / len(closes)), 4)


def measure(symbol, short, days):
    """Return the metrics of the last day, and their numbers as fractions."""
    closes = [close for _, close in days]
    price, a, b = decimal(closes[-1], 2), average(closes[-short:]), average(closes)
    change = decimal(fl(fl(fl(closes[-1] - closes[-2]) / closes[-2]) * 100), 3)
    averages = {"short_sma": float(a), "long_sma": float(b)}
    periods = {"short_period": short, "long_period": len(closes)}
    time = {"time": days[-1][0]}
    return {
        "price": {"symbol": symbol, "value": float(price), "change_pct": float(change), **time},
        "sma": {"symbol": symbol, **averages, **periods, **time},
    }, (price, a, b)


class Record:
    """The record of a bot, of the closes since `since`."""

    def __init__(self):
        self.newest, self.since, self.taken, self.side = None, None, 0, None
        self.signals, self.entry = [], None
        self.trades, self.wins, self.equity = 0, 0, Fraction(1)

    def take(self, date, metrics, price, a, b):
        """Take a measured close; return its signal, if any."""
        symbol, short, long = (metrics["sma"][name] for name in ("symbol", "short_period", "long_period"))
        before = self.side
        self.side = before if a == b else "above" if a > b else "below"
        self.since, self.taken = self.since or date, self.taken + 1
        shown = {name: metrics["sma"][name] for name in ("short_sma", "long_sma")}
        change = metrics["price"]["change_pct"]
        self.newest = {"date": date, "price": float(price), "change_pct": change, **shown}
        if before in (None, self.side):
            return None
        gap = fl(abs(a - b))
        share = fl(gap / fl(gap + fl(b / 100)))
        signal = {
            "date": date,
            "type": {"above": "BUY", "below": "SELL"}[self.side],
            "symbol": symbol,
            "price": float(price),
            "confidence": float(decimal(min(share, fl(Fraction("0.95"))), 2)),
            "reason": f"SMA({short}) crossed {self.side} SMA({long})",
        }
        self.signals.append(signal)
        if self.side == "below" and self.entry:
            self.trades, self.wins = self.trades + 1, self.wins + (price > self.entry[1])
            self.equity = fl(self.equity * fl(price / self.entry[1]))
        self.entry = (date, price) if self.side == "above" else None
        return signal


def emitted(metrics, signal):
    """Return the metrics of a close as [type, data], in order."""
    data = signal and {**{name: signal[name] for name in signal if name != "date"}, "time": signal["date"]}
    return [*map(list, metrics.items()), *([["signal", data]] if signal else [])]


def play(symbol, short, long, moments):
    """Return the history of one bot: the outcome of each look, its metrics, and the final answers."""
    owner = {"symbol": symbol, "short_period": short, "long_period": long}
    looks, record, shown = [], Record(), []
    for moment in moments:
        known = [day for day in DAYS[symbol] if day[0] <= moment][-(long + 300) :]
        if len(known) < long:
            looks.append({"at": moment, "closes": len(known)})
            continue
        before = record.newest["date"] if record.newest else ""
        last = record.newest["date"] if record.newest else known[-1][0]
        seen = [date for date, _ in known if date <= last]
        if not record.newest or last > known[-1][0] or len(seen) < long:
            record, seen = Record(), known[:-1]
        fired, first = [], None
        for end in range(long, len(known) + 1):
            date = known[end - 1][0]
            is_new, is_shown = end > len(seen), date > before or end == len(known)
            if not is_new and not is_shown:
                continue
            metrics, numbers = measure(symbol, short, known[end - long : end])
            signal = record.take(date, metrics, *numbers) if is_new else None
            fired += [signal] if signal else []
            first = first or date
            shown += emitted(metrics, signal)
        looks.append({"at": moment, "first": first, "date": date, **metrics, "signals": fired})
    nothing = dict.fromkeys(["date", "price", "change_pct", "short_sma", "long_sma"])
    newest, signals, entry = record.newest or nothing, record.signals, record.entry
    buys = sum(signal["type"] == "BUY" for signal in signals)
    return {
        "settings": owner,
        "looks": looks,
        "metrics": shown,
        "status": {
            **owner,
            "since": record.since,
            **newest,
            "side": record.side,
            "observations": record.taken,
            "last_signal": signals[-1] if signals else None,
        },
        "signals": {"signals": signals[-100:][::-1], "total": len(signals)},
        "performance": {
            "symbol": symbol,
            "buys": buys,
            "sells": len(signals) - buys,
            "trades": record.trades,
            "wins": record.wins,
            "return_pct": float(decimal(fl(fl(record.equity - 1) * 100), 3)),
            "entry": {"date": entry[0], "price": float(entry[1])} if entry else None,
        },
    }


def days(symbol, first, last, step=1):
    return [date for date, _ in DAYS[symbol] if first <= date <= last][::step]


def at(symbol, *numbers):
    """Return the dates of the closes with these numbers, counted from 0."""
    return [DAYS[symbol][number][0] for number in numbers]


def paused(symbol, first, last, longest, seed):
    """Return days with random pauses between them, of at most `longest` closes."""
    dice, dates = random.Random(seed), days(symbol, first, last)
    number, chosen = 0, []
    while number < len(dates):
        chosen.append(dates[number])
        number += dice.choice((1, 1, 2, dice.randint(1, longest)))
    return chosen


def lives():
    there_and_back = [f"2010-05-{day:02}" for day in (6, 6, 8, 9, 10, 7, 10, 12, 12, 18)]
    lap = days("IBM", "2005-07-01", "2013-03-01", 60)
    return {
        "the examples of crossover.md": play("AAPL", 5, 20, days("AAPL", "2010-06-01", "2010-09-10")),
        "the examples of crossover.md, with pauses": play(
            "AAPL", 5, 20, ["2010-06-01", "2010-06-29", "2010-06-30", "2010-08-31", "2010-09-10"]
        ),
        "half a year of days": play("AAPL", 5, 20, days("AAPL", "2010-07-01", "2010-12-31")),
        "two months a look, and a new lap": play("AAPL", 5, 20, lap + lap[:10]),
        "two months a look, and a new lap with a trade still open": play("GOOG", 5, 20, lap + lap[:10]),
        "a pause over the end of a lap": play(
            "IBM", 5, 20, ["2012-12-03", "2013-02-20", "2005-07-06", "2005-07-29"]
        ),
        "pauses as long as a look can catch up": play("IBM", 5, 20, at("IBM", 1000, 1300, 1600, 1900)),
        "a pause of one close too many": play("IBM", 5, 20, at("IBM", 1000, 1300, 1601, 1602, 1700)),
        "the longest averages, and pauses as long as a look can catch up": play(
            "MSFT", 50, 200, at("MSFT", 300, 600)
        ),
        "the longest averages, and a pause of one close too many": play(
            "MSFT", 50, 200, at("MSFT", 300, 601, 602)
        ),
        "a pause that begins with the first close that can be measured": play(
            "GOOG", 50, 200, at("GOOG", 100, 198, 199, 499)
        ),
        "pauses of all lengths": play("MSFT", 5, 20, paused("MSFT", "2004-01-02", "2013-03-01", 120, 7)),
        "too little history at first": play("GOOG", 2, 5, days("GOOG", "2004-08-19", "2004-10-29")),
        "not enough history at all": play("GOOG", 5, 20, days("GOOG", "2004-08-19", "2004-09-10")),
        "the longest averages": play("GOOG", 50, 200, days("GOOG", "2008-01-02", "2009-12-31", 5)),
        "averages that lie in the middle of two decimals": play(
            "MSFT", 16, 32, days("MSFT", "2001-01-02", "2001-06-29")
        ),
        "averages that touch, equal but for the last bit": play(
            "MSFT", 2, 6, days("MSFT", "2009-01-05", "2009-03-05")
        ),
        "averages that touch and part again": play("IBM", 4, 5, days("IBM", "2011-12-20", "2012-01-10")),
        "averages that cross by way of being equal": play(
            "MSFT", 5, 20, days("MSFT", "2011-01-20", "2011-02-10")
        ),
        "the same day twice, week-ends, and a day back": play("AAPL", 3, 7, there_and_back),
        "a stock split": play("MSFT", 5, 20, days("MSFT", "2003-02-03", "2003-03-31")),
        "more signals than are kept": play("MSFT", 2, 5, days("MSFT", "2000-05-01", "2002-03-28")),
        "twelve looks": play("AAPL", 5, 20, days("AAPL", "2010-04-26", "2010-07-30", 6)[:12]),
    }


def roundings():
    """Return the table of ../crossover.md, exact middles, their neighbours, and random averages."""
    table = "0.125 0.375 -0.125 1.005 1.115 2.675 0.285 1.255 8.345 1e-7 -0.004 0 187.55 0.995 99.995"
    cases = [(float(x), 2) for x in table.split()]
    cases += [(0.0625, 3), (-0.0004, 3), (-0.0005, 3), (0.03125, 4), (-0.03125, 4), (1e11 + 0.125, 2)]
    dice = random.Random(2000)
    for digits in (2, 3, 4):
        for _ in range(10):
            odd = 2 * dice.randrange(10 ** (digits + 3)) + 1
            middle = math.ldexp(odd, -(digits + 1)) * dice.choice((1, -1))
            cases += [
                (x, digits) for x in (middle, math.nextafter(middle, 0), math.nextafter(middle, 2 * middle))
            ]
        for _ in range(40):
            cases.append((dice.randrange(10**6) / dice.choice((100, 320, 700, 1600, 20000)), digits))
            # A half in the last decimal, as written in decimal: the double differs a little from it.
            cases.append((float(f"{dice.randrange(1000)}.{dice.randrange(10**digits):0{digits}}5"), digits))
    return [[x, digits, float(decimal(Fraction(x), digits))] for x, digits in cases]


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def life_lines(life):
    looks = ",\n".join(compact(look) for look in life["looks"])
    rest = ",\n".join(
        f"{json.dumps(key)}:{compact(life[key])}" for key in life if key not in ("looks", "metrics")
    )
    return "{" + rest + ',\n"looks":[\n' + looks + "\n]}"


def files():
    """Return name and text of each file, one case on each line, so that diffs show the changed cases."""
    rounding = ",\n".join(compact(case) for case in roundings())
    played = lives()
    looks = ",\n".join(f"{json.dumps(name)}:{life_lines(life)}" for name, life in played.items())
    metrics = ",\n".join(
        f"{json.dumps(name)}:[\n" + ",\n".join(map(compact, played[name]["metrics"])) + "\n]"
        for name in ("twelve looks", "the same day twice, week-ends, and a day back")
    )
    return {
        "rounding.json": f"[\n{rounding}\n]\n",
        "looks.json": f"{{\n{looks}\n}}\n",
        "metrics.json": f"{{\n{metrics}\n}}\n",
    }


if __name__ == "__main__":
    for name, text in files().items():
        (here / "fixtures" / name).write_text(text)
