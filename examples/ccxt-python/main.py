"""Keeps a share of an account in one asset: looks at the price and the balance, and trades when the share is off."""

from typing import Any

import ccxt
from botyard import BotyardError, error, input, log, metric, state, stop


def connect(config: dict[str, Any]) -> ccxt.Exchange:
    """Return the exchange of the config, with its markets loaded."""
    settings: dict[str, Any] = {"apiKey": config["api_key"], "secret": config["api_secret"]}
    if "url" in config:
        settings["urls"] = {"api": {"public": config["url"], "private": config["url"]}}
    exchange = getattr(ccxt, config["exchange"])(settings)
    exchange.load_markets()
    return exchange


def look(exchange: ccxt.Exchange, config: dict[str, Any]) -> None:
    """Look once: emit the price and the share, and trade what the share is off by."""
    symbol = config["symbol"]
    base, quote = symbol.split("/")
    price = exchange.fetch_ticker(symbol)["last"]
    metric("price", {"symbol": symbol, "value": price})
    total = exchange.fetch_balance()["total"]
    held, money = total.get(base, 0), total.get(quote, 0)
    value = held * price + money
    share = held * price / value if value else 0
    metric("account", {"symbol": symbol, "value": round(value, 2), "share": round(share, 4)})
    off = config["share"] - share
    if abs(off) < config["band"]:
        return
    side = "buy" if off > 0 else "sell"
    # A little less than is missing: the price moves until the order is filled, and the fee is paid, too.
    amount = exchange.amount_to_precision(symbol, abs(off) * value / price * 0.995)
    order = exchange.create_order(symbol, "market", side, float(amount))
    filled = exchange.fetch_order(order["id"], symbol)
    data = {key: filled[key] for key in ("id", "symbol", "side", "amount", "average", "status")}
    state.set("orders", state.get("orders", 0) + 1)
    state.set("last_order", data)
    metric("order", data)


def main() -> None:
    """Look at every interval until the platform stops the bot."""
    _, config = input.parse()
    exchange = None
    trouble = None
    pause = 0.0
    while not stop.wait(pause):
        pause = config["interval_ms"] / 1000
        before, trouble = trouble, None
        try:
            exchange = exchange or connect(config)
            look(exchange, config)
        except ccxt.AuthenticationError as failure:
            error(f"the exchange refuses the key: {failure}")
        except ccxt.NetworkError as failure:
            trouble = f"the exchange does not answer: {failure}"
        except ccxt.ExchangeError as failure:
            trouble = f"the exchange refuses a request: {failure}"
        if trouble != before:  # log only when it begins and when it ends
            log.warn(trouble) if trouble else log.info("the exchange answers again")


try:
    main()
except BotyardError as failure:
    error(str(failure))
