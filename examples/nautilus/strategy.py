"""The strategy, as it would also run in NautilusTrader elsewhere: it knows nothing of the platform."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.indicators import ExponentialMovingAverage
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class CrossoverConfig(StrategyConfig, frozen=True):
    """What the strategy trades, and when."""

    instrument_id: InstrumentId
    bar_type: BarType
    shares: Decimal
    fast: int
    slow: int


class Crossover(Strategy):
    """Buys where the fast average rises above the slow one, and sells where it falls below."""

    def __init__(self, config: CrossoverConfig) -> None:
        super().__init__(config)
        self.fast = ExponentialMovingAverage(config.fast)
        self.slow = ExponentialMovingAverage(config.slow)

    def on_start(self) -> None:
        """Subscribe to the bars, which update both averages."""
        for average in (self.fast, self.slow):
            self.register_indicator_for_bars(self.config.bar_type, average)
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar: Bar) -> None:
        """Compare the averages after each bar."""
        if not self.indicators_initialized():
            return
        is_above = self.fast.value > self.slow.value
        is_flat = self.portfolio.is_flat(self.config.instrument_id)
        if is_above and is_flat:
            self.submit(OrderSide.BUY)
        elif not is_above and not is_flat:
            self.submit(OrderSide.SELL)

    def submit(self, side: OrderSide) -> None:
        """Place a market order."""
        instrument = self.cache.instrument(self.config.instrument_id)
        quantity = instrument.make_qty(self.config.shares)
        self.submit_order(self.order_factory.market(self.config.instrument_id, side, quantity))
