package crossover

import scala.math.BigDecimal.RoundingMode.HALF_UP
import upickle.default.{readwriter, ReadWriter, Writer}
import upickle.implicits.key

/** What the config says, with the defaults of missing settings. */
final case class Settings(symbol: String, shortPeriod: Int, longPeriod: Int, updateIntervalMs: Long)

object Settings:
  def of(config: ujson.Obj): Settings =
    def number(name: String, default: Int) = config.value.get(name).fold(default)(_.num.toInt)
    val symbol = config.value.get("symbol").fold("AAPL")(_.str)
    val (short, long) = (number("short_period", 5), number("long_period", 20))
    if short >= long then
      throw BotFailure(s"short_period must be less than long_period, got $short and $long")
    Settings(symbol, short, long, number("update_interval_ms", 60000))

/** The bot cannot continue; it ends with this message. */
final class BotFailure(message: String) extends RuntimeException(message)

/** The closing price of a day. Its time is when it was published, if the feed says so; its date otherwise. */
final case class Close(date: String, close: Double, time: String)

/** The data of a `price` metric. */
final case class Price(symbol: String, value: Double, @key("change_pct") changePct: Double, time: String)
    derives Writer

/** The data of an `sma` metric. */
final case class Sma(
    symbol: String,
    @key("short_sma") shortSma: Double,
    @key("long_sma") longSma: Double,
    @key("short_period") shortPeriod: Int,
    @key("long_period") longPeriod: Int,
    time: String
) derives Writer

/** A close with its averages. */
final case class Measured(date: String, price: Price, sma: Sma)

/** The side of the short average, seen from the long one. */
enum Side(val word: String, val trade: String):
  case Above extends Side("above", "BUY")
  case Below extends Side("below", "SELL")

object Side:
  given ReadWriter[Side] =
    readwriter[String].bimap(_.word, word => Side.values.find(_.word == word).getOrElse(throw NotARecord()))

/** The data of a `signal` metric. */
final case class Signal(
    `type`: String,
    symbol: String,
    price: Double,
    confidence: Double,
    reason: String,
    time: String
) derives Writer

/** The computations of the crossover bot, as pure functions: no clock, no network, no state.
  *
  * They follow `crossover.md` exactly, so that bots in other languages compute the same numbers.
  */
object Strategy:
  /** The date, `price` and `sma` of the newest close, or `None` if there is too little history. */
  def measure(settings: Settings, prices: IndexedSeq[Close]): Option[Measured] =
    import settings.*
    Option.when(prices.size >= longPeriod):
      val newest = prices.takeRight(longPeriod)
      val (previous, current) = (newest(longPeriod - 2).close, newest.last.close)
      val change = (current - previous) / previous * 100
      val (short, long, time) = (average(newest.takeRight(shortPeriod)), average(newest), newest.last.time)
      val sma = Sma(symbol, short, long, shortPeriod, longPeriod, time)
      Measured(newest.last.date, Price(symbol, rounded(current, 2), rounded(change, 3), time), sma)

  /** The side of the short average, or `before` if the two are equal. */
  def side(sma: Sma, before: Option[Side]): Option[Side] =
    if sma.shortSma == sma.longSma then before
    else Some(if sma.shortSma > sma.longSma then Side.Above else Side.Below)

  /** The signal of a close at which the short average crossed to `side`. */
  def signal(measured: Measured, side: Side): Signal =
    import measured.{price, sma}
    val gap = math.abs(sma.shortSma - sma.longSma)
    val onePercent = sma.longSma / 100
    val confidence = rounded(math.min(0.95, gap / (gap + onePercent)), 2)
    val reason = s"SMA(${sma.shortPeriod}) crossed ${side.word} SMA(${sma.longPeriod})"
    Signal(side.trade, price.symbol, price.value, confidence, reason, price.time)

  private def average(closes: IndexedSeq[Close]): Double =
    rounded(closes.foldLeft(0.0)(_ + _.close) / closes.size, 4)

  /** Rounds the exact value of `x`, the middle away from zero. */
  def rounded(x: Double, digits: Int): Double = BigDecimal.exact(x).setScale(digits, HALF_UP).toDouble
