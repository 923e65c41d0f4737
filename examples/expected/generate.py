"""Computes what the crossover bot must answer, apart from every bot: with exact fractions.

A double is a fraction here, and `fl` is the one place where rounding to a double happens, so each
operation of ../crossover.md can be followed without trusting any language's floating point. Writes
rounding.json and looks.json into fixtures/:

    python3 generate.py
"""

import csv
import json
import math
import pathlib
import random
from fractions import Fraction

here = pathlib.Path(__file__).parent
DAYS = {
    symbol: [
        (row["date"], Fraction(row["close"]))
        for row in csv.DictReader((here.parent / "price-feed" / "data" / f"{symbol}.csv").open())
    ]
    for symbol in ("AAPL", "GOOG", "IBM", "MSFT")
}


def fl(exact):
    """The double nearest to a fraction, as a fraction: dividing two integers is exact but for that."""
    return Fraction(exact.numerator / exact.denominator)


def decimal(x, digits):
    """round(x, digits): the nearest decimal, the middle away from zero, as the double nearest to it."""
    scaled = math.floor(abs(x) * 10**digits + Fraction(1, 2))
    return fl(Fraction(scaled if x >= 0 else -scaled, 10**digits))


def average(closes):
    total = Fraction(0)
    for close in closes:
        total = fl(total + close)
    return decimal(fl(total / len(closes)), 4)


def play(symbol, short, long, moments):
    """One bot's life: what every look gives, and what the queries answer in the end."""
    owner = {"symbol": symbol, "short_period": short, "long_period": long}
    looks, signals = [], []
    last, seen, side, entry = None, 0, None, None
    trades, wins, equity = 0, 0, Fraction(1)
    for moment in moments:
        known = [(date, fl(close)) for date, close in DAYS[symbol] if date <= moment][-long:]
        if len(known) < long:
            looks.append({"at": moment, "closes": len(known)})
            continue
        date, closes = known[-1][0], [close for _, close in known]
        price = decimal(closes[-1], 2)
        change = decimal(fl(fl(fl(closes[-1] - closes[-2]) / closes[-2]) * 100), 3)
        a, b = average(closes[-short:]), average(closes)
        if last and date < last["date"]:
            side, entry = None, None
        now = side if a == b else "above" if a > b else "below"
        signal = None
        if side and now != side:
            gap = fl(abs(a - b))
            share = fl(gap / fl(gap + fl(b / 100)))
            signal = {
                "type": {"above": "BUY", "below": "SELL"}[now],
                "symbol": symbol,
                "price": float(price),
                "confidence": float(decimal(min(share, fl(Fraction("0.95"))), 2)),
                "reason": f"SMA({short}) crossed {now} SMA({long})",
            }
            signals.append({"date": date, **signal})
            if now == "below" and entry:
                trades, wins = trades + 1, wins + (price > entry[1])
                equity = fl(equity * fl(price / entry[1]))
            entry = (date, price) if now == "above" else None
        side, seen = now, seen + 1
        last = {
            "date": date,
            "price": float(price),
            "change_pct": float(change),
            "short_sma": float(a),
            "long_sma": float(b),
        }
        looks.append(
            {
                "at": moment,
                "date": date,
                "price": {"symbol": symbol, "value": float(price), "change_pct": float(change)},
                "sma": {
                    "symbol": symbol,
                    "short_sma": float(a),
                    "long_sma": float(b),
                    "short_period": short,
                    "long_period": long,
                },
                "signal": signal,
            }
        )
    nothing = dict.fromkeys(["date", "price", "change_pct", "short_sma", "long_sma"])
    buys = sum(signal["type"] == "BUY" for signal in signals)
    return {
        "settings": owner,
        "looks": looks,
        "status": {
            **owner,
            **(last or nothing),
            "side": side,
            "observations": seen,
            "last_signal": signals[-1] if signals else None,
        },
        "signals": {"signals": signals[-100:][::-1], "total": len(signals)},
        "performance": {
            "symbol": symbol,
            "buys": buys,
            "sells": len(signals) - buys,
            "trades": trades,
            "wins": wins,
            "return_pct": float(decimal(fl(fl(equity - 1) * 100), 3)),
            "entry": {"date": entry[0], "price": float(entry[1])} if entry else None,
        },
    }


def days(symbol, first, last, step=1):
    return [date for date, _ in DAYS[symbol] if first <= date <= last][::step]


def lives():
    there_and_back = [f"2010-05-{day:02}" for day in (6, 6, 8, 9, 10, 7, 10, 12, 12, 18)]
    lap = days("IBM", "2005-07-01", "2013-03-01", 60)
    return {
        "the examples of crossover.md": play("AAPL", 5, 20, days("AAPL", "2010-06-01", "2010-09-10")),
        "half a year of days": play("AAPL", 5, 20, days("AAPL", "2010-07-01", "2010-12-31")),
        "two months a look, and a new lap on the other side": play("AAPL", 5, 20, lap + lap[:10]),
        "two months a look, and a new lap with a trade still open": play("GOOG", 5, 20, lap + lap[:10]),
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
    """The table of ../crossover.md, exact middles, their neighbours, and closes' averages at random."""
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
            # A half in the last decimal, as a person would write it: the double is a little off.
            cases.append((float(f"{dice.randrange(1000)}.{dice.randrange(10**digits):0{digits}}5"), digits))
    return [[x, digits, float(decimal(Fraction(x), digits))] for x, digits in cases]


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def life_lines(life):
    looks = ",\n".join(compact(look) for look in life["looks"])
    rest = ",\n".join(f"{json.dumps(key)}:{compact(life[key])}" for key in life if key != "looks")
    return "{" + rest + ',\n"looks":[\n' + looks + "\n]}"


def files():
    """Name and text of each file: one case a line, so that a change shows as the lines that change."""
    rounding = ",\n".join(compact(case) for case in roundings())
    looks = ",\n".join(f"{json.dumps(name)}:{life_lines(life)}" for name, life in lives().items())
    return {"rounding.json": f"[\n{rounding}\n]\n", "looks.json": f"{{\n{looks}\n}}\n"}


if __name__ == "__main__":
    for name, text in files().items():
        (here / "fixtures" / name).write_text(text)
