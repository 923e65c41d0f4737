package crossover

import scala.util.control.NonFatal
import upickle.default.{read, ReadWriter, Writer}
import upickle.implicits.key

/** The stored value is not a record. */
final class NotARecord
    extends RuntimeException(
      s"the state key \"${Record.Key}\" does not contain a crossover record: delete it to begin afresh"
    )

/** A signal with the date of its close. */
final case class DatedSignal(
    date: String,
    `type`: String,
    symbol: String,
    price: Double,
    confidence: Double,
    reason: String
) derives ReadWriter:
  def signal(time: String): Signal = Signal(`type`, symbol, price, confidence, reason, time)

/** An open paper trade. */
final case class Entry(date: String, price: Double) derives ReadWriter

/** The record that the bot keeps between looks, a JSON object under one state key; `crossover.md` describes it. */
final case class Record(
    format: Int,
    symbol: String,
    @key("short_period") shortPeriod: Int,
    @key("long_period") longPeriod: Int,
    since: Option[String],
    date: Option[String],
    observations: Int,
    price: Option[Double],
    @key("change_pct") changePct: Option[Double],
    @key("short_sma") shortSma: Option[Double],
    @key("long_sma") longSma: Option[Double],
    side: Option[Side],
    buys: Int,
    sells: Int,
    signals: Vector[DatedSignal],
    entry: Option[Entry],
    trades: Int,
    wins: Int,
    equity: Double
) derives ReadWriter:

  /** Takes all closes that are new, in order; returns the record and their signals.
    *
    * There must be at least `longPeriod` closes. The record begins afresh with the newest close if the feed has begun a
    * new lap or if there are too many new closes.
    */
  def catchUp(settings: Settings, prices: IndexedSeq[Close]): (Record, Vector[DatedSignal]) =
    val continued = firstNew(prices)
    val begin = (if continued.isDefined then this else Record.of(settings), Vector.empty[DatedSignal])
    (continued.getOrElse(prices.size - 1) until prices.size)
      .flatMap(newest => Strategy.measure(settings, prices.take(newest + 1)))
      .foldLeft(begin):
        case ((record, signals), measured) =>
          val (next, signal) = record.take(measured)
          (next, signals ++ signal)

  /** The index of the first new close, or `None` if the record does not continue. */
  private def firstNew(prices: IndexedSeq[Close]): Option[Int] =
    for
      last <- date
      seen = prices.count(_.date <= last)
      if prices.last.date >= last && seen >= longPeriod
    yield seen

  /** Takes one more close; returns the record and the close's signal, if any. */
  private[crossover] def take(measured: Measured): (Record, Option[DatedSignal]) =
    import measured.sma
    val next = copy(
      since = since.orElse(Some(measured.date)),
      date = Some(measured.date),
      observations = observations + 1,
      price = Some(measured.price.value),
      changePct = Some(measured.price.changePct),
      shortSma = Some(sma.shortSma),
      longSma = Some(sma.longSma),
      side = Strategy.side(sma, side)
    )
    if side.isEmpty || next.side == side then (next, None)
    else
      val Signal(kind, symbol, value, confidence, reason, _) = Strategy.signal(measured, next.side.get)
      val dated = DatedSignal(measured.date, kind, symbol, value, confidence, reason)
      val kept = (next.signals :+ dated).takeRight(Record.KeptSignals)
      (next.copy(signals = kept).trade(dated), Some(dated))

  /** Records a paper trade: a BUY opens a trade, a SELL closes it. */
  private def trade(signal: DatedSignal): Record =
    if signal.`type` == "BUY" then copy(buys = buys + 1, entry = Some(Entry(signal.date, signal.price)))
    else
      val sold = copy(sells = sells + 1, entry = None)
      entry.fold(sold): entry =>
        val won = if signal.price > entry.price then 1 else 0
        sold.copy(trades = trades + 1, wins = wins + won, equity = equity * (signal.price / entry.price))

  /** The answer to /status. */
  def status: Status =
    Status(
      symbol,
      shortPeriod,
      longPeriod,
      since,
      date,
      price,
      changePct,
      shortSma,
      longSma,
      side,
      observations,
      signals.lastOption
    )

  /** The answer to /signals: the newest `limit` signals, newest first. */
  def newest(limit: Long): Signals =
    Signals(signals.reverse.take(limit.max(0).min(Record.KeptSignals).toInt), buys + sells)

  /** The answer to /performance: the result of trading every signal. */
  def performance: Performance =
    Performance(symbol, buys, sells, trades, wins, Strategy.rounded((equity - 1) * 100, 3), entry)
end Record

object Record:
  val Key = "crossover"

  /** The maximum number of new closes in one look. With more, the record begins afresh. */
  val MostNewCloses = 300
  private val KeptSignals = 100

  /** The stored record, or a new one if there is none for these settings. */
  def resume(settings: Settings, stored: Option[ujson.Value]): Record =
    stored.filterNot(_.isNull) match
      case None => of(settings)
      case Some(fields: ujson.Obj) if fields.value.get("format").contains(ujson.Num(1)) =>
        val record =
          try read[Record](fields)
          catch case NonFatal(_) => throw NotARecord()
        if record.belongsTo(settings) then record else of(settings)
      case Some(_) => throw NotARecord()

  /** What is measured at the closes later than the date of the stored record, or at least at the newest. */
  def toEmit(
      settings: Settings,
      stored: Option[ujson.Value],
      prices: IndexedSeq[Close]
  ): IndexedSeq[Measured] =
    val last = stored.flatMap(_.objOpt).flatMap(_.get("date")).flatMap(_.strOpt)
    val old = last.fold(0)(last => prices.count(_.date <= last))
    val first = old.max(settings.longPeriod - 1).min(prices.size - 1)
    (first until prices.size).flatMap(newest => Strategy.measure(settings, prices.take(newest + 1)))

  extension (record: Record)
    private def belongsTo(settings: Settings) =
      record.symbol == settings.symbol && record.shortPeriod == settings.shortPeriod &&
        record.longPeriod == settings.longPeriod

  private def of(settings: Settings): Record =
    import settings.*
    Record(
      1,
      symbol,
      shortPeriod,
      longPeriod,
      None,
      None,
      0,
      None,
      None,
      None,
      None,
      None,
      0,
      0,
      Vector.empty,
      None,
      0,
      0,
      1
    )
end Record

final case class Status(
    symbol: String,
    @key("short_period") shortPeriod: Int,
    @key("long_period") longPeriod: Int,
    since: Option[String],
    date: Option[String],
    price: Option[Double],
    @key("change_pct") changePct: Option[Double],
    @key("short_sma") shortSma: Option[Double],
    @key("long_sma") longSma: Option[Double],
    side: Option[Side],
    observations: Int,
    @key("last_signal") lastSignal: Option[DatedSignal]
) derives Writer

final case class Signals(signals: Vector[DatedSignal], total: Int) derives Writer

final case class Performance(
    symbol: String,
    buys: Int,
    sells: Int,
    trades: Int,
    wins: Int,
    @key("return_pct") returnPct: Double,
    entry: Option[Entry]
) derives Writer
