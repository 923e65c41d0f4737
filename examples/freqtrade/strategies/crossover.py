"""A strategy of freqtrade. What is added for the platform are the two methods that emit metrics."""

from datetime import datetime
from typing import Any

import talib.abstract as ta
from botyard import metric, state
from freqtrade.persistence import Order, Trade
from freqtrade.strategy import IStrategy
from pandas import DataFrame


class Crossover(IStrategy):
    """Holds a pair while its fast average is above the slow one."""

    INTERFACE_VERSION = 3
    timeframe = "1m"
    minimal_roi = {"0": 0.05}
    stoploss = -0.05
    startup_candle_count = 50

    def populate_indicators(self, dataframe: DataFrame, metadata: dict[str, Any]) -> DataFrame:
        """Add both averages to the candles."""
        dataframe["fast"] = ta.EMA(dataframe, timeperiod=10)
        dataframe["slow"] = ta.EMA(dataframe, timeperiod=50)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict[str, Any]) -> DataFrame:
        """Mark the candles at which to buy."""
        dataframe.loc[dataframe["fast"] > dataframe["slow"], "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict[str, Any]) -> DataFrame:
        """Mark the candles at which to sell."""
        dataframe.loc[dataframe["fast"] < dataframe["slow"], "exit_long"] = 1
        return dataframe

    def bot_loop_start(self, current_time: datetime, **kwargs: Any) -> None:
        """Emit what is known of each pair when it has a new candle, and store it for queries."""
        known = state.get("status", {})
        pairs = {pair: self.newest(pair) for pair in self.dp.current_whitelist()}
        status = {"pairs": pairs, "open_trades": Trade.get_open_trade_count()}
        if status == known:
            return
        for pair, newest in pairs.items():
            if newest and newest != known.get("pairs", {}).get(pair):
                metric("candle", {"symbol": pair, **newest})
        metric("trades", {"open": status["open_trades"], "profit": profit()})
        state.set("status", status)

    def order_filled(
        self, pair: str, trade: Trade, order: Order, current_time: datetime, **kwargs: Any
    ) -> None:
        """Emit each order that was filled."""
        filled = {
            "side": order.ft_order_side,
            "amount": order.safe_filled,
            "price": order.safe_price,
        }
        metric("order", {"symbol": pair, **filled})

    def newest(self, pair: str) -> dict[str, Any] | None:
        """Return the newest candle that was analysed, or nothing before the first analysis."""
        candles, _ = self.dp.get_analyzed_dataframe(pair, self.timeframe)
        if candles.empty:
            return None
        last = candles.iloc[-1]
        numbers = {key: round(float(last[key]), 8) for key in ("close", "fast", "slow")}
        return {"candle": last["date"].isoformat(), **numbers}


def profit() -> float:
    """Return the profit of all closed trades, in the stake currency."""
    return round(float(Trade.get_total_closed_profit()), 4)
