"""Runs the strategy over closes, with an exchange that NautilusTrader simulates."""

from decimal import Decimal
from typing import Any

import pandas as pd
from nautilus_trader.backtest.config import BacktestEngineConfig
from nautilus_trader.backtest.engine import BacktestEngine
from nautilus_trader.config import LoggingConfig
from nautilus_trader.core.datetime import dt_to_unix_nanos
from nautilus_trader.model.currencies import USD
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import AccountType, OmsType
from nautilus_trader.model.identifiers import InstrumentId, Symbol, Venue
from nautilus_trader.model.instruments import Equity
from nautilus_trader.model.objects import Money, Price, Quantity
from strategy import Crossover, CrossoverConfig

VENUE = Venue("NASDAQ")


def equity(symbol: str) -> Equity:
    """Return the stock, with prices in cents and whole shares."""
    return Equity(
        instrument_id=InstrumentId(Symbol(symbol), VENUE),
        raw_symbol=Symbol(symbol),
        currency=USD,
        price_precision=2,
        price_increment=Price.from_str("0.01"),
        lot_size=Quantity.from_int(1),
        ts_event=0,
        ts_init=0,
    )


def bars(stock: Equity, bar_type: BarType, prices: list[dict[str, Any]]) -> list[Bar]:
    """Return a bar for each day. The feed has closes alone, which are therefore also opens, highs and lows."""
    found = []
    for one in prices:
        price = stock.make_price(one["close"])
        time = dt_to_unix_nanos(pd.Timestamp(one["date"], tz="UTC"))
        found.append(
            Bar(bar_type, price, price, price, price, Quantity.from_int(1_000_000), time, time)
        )
    return found


def run(prices: list[dict[str, Any]], config: dict[str, Any]) -> dict[str, Any]:
    """Run the strategy, and return its fills and what they brought in."""
    # Fills and profit are metrics, so that the log needs no line for each event.
    engine = BacktestEngine(BacktestEngineConfig(logging=LoggingConfig(log_level="ERROR")))
    try:
        stock = equity(config["symbol"])
        bar_type = BarType.from_str(f"{stock.id}-1-DAY-LAST-EXTERNAL")
        engine.add_venue(
            venue=VENUE,
            oms_type=OmsType.NETTING,
            account_type=AccountType.CASH,
            base_currency=USD,
            starting_balances=[Money(config["dollars"], USD)],
        )
        engine.add_instrument(stock)
        engine.add_data(bars(stock, bar_type, prices))
        settings = {key: config[key] for key in ("fast", "slow")}
        engine.add_strategy(
            Crossover(
                CrossoverConfig(
                    instrument_id=stock.id,
                    bar_type=bar_type,
                    shares=Decimal(config["shares"]),
                    **settings,
                )
            )
        )
        engine.run()
        balance = engine.cache.account_for_venue(VENUE).balance_total(USD)
        return {
            "fills": [fill(order) for order in engine.cache.orders() if order.is_closed],
            "profit": round(sum(float(one.realized_pnl) for one in positions(engine)), 2),
            "balance": float(balance),
        }
    finally:
        engine.dispose()


def positions(engine: BacktestEngine) -> list[Any]:
    """Return all positions, also those that were closed and opened again."""
    return [*engine.cache.positions(), *engine.cache.position_snapshots()]


def fill(order: Any) -> dict[str, Any]:
    """Return what is known of an order that was filled."""
    return {
        "date": str(pd.Timestamp(order.ts_last, tz="UTC").date()),
        "side": order.side_string().lower(),
        "shares": int(order.filled_qty),
        "price": round(float(order.avg_px), 2),
    }
