package crossover

import upickle.default.writeJs

/** The record of the bot and the answers to its queries. */
final class RecordSuite extends munit.FunSuite:
  private val settings = Settings("ACME", 2, 5, 60000)
  private val fresh = Record.resume(settings, None)

  /** A look as `Strategy.measure` returns it. */
  private def measured(date: String, shortSma: Double, longSma: Double, value: Double) =
    Measured(date, Price("ACME", value, 0, date), Sma("ACME", shortSma, longSma, 2, 5, date))

  /** Takes one close a day with these short averages; returns the record and the types of the signals. */
  private def live(shortAverages: Double*): (Record, List[String]) =
    shortAverages.zipWithIndex.foldLeft((fresh, List.empty[String])):
      case ((record, fired), (average, day)) =>
        val (next, signal) = record.take(measured(f"day $day%03d", average, 10, 10))
        (next, fired :+ signal.fold("")(_.`type`))

  private val prices = Vector.tabulate(400)(day => Close(f"day $day%03d", 10.0 + day % 9, f"time $day%03d"))

  /** The record of a bot that looked once, when `known` closes were known. */
  private def caughtUp(known: Int): Record = fresh.catchUp(settings, prices.take(known))(0)

  test("a cross signals once and the first close never"):
    assertEquals(live(11, 9, 9)(1), List("", "SELL", ""))
    assertEquals(live(9, 11, 11, 9)(1), List("", "BUY", "", "SELL"))

  test("equal averages keep the side"):
    assertEquals(live(11, 10, 11, 10, 9)(1), List("", "", "", "", "SELL"))
    val (record, fired) = live(10, 10, 11)
    assertEquals(fired, List("", "", ""))
    assertEquals(record.status.side, Some(Side.Above))

  test("confidence is half at one percent and at most 95 hundredths"):
    def confidence(shortSma: Double) =
      Strategy.signal(measured("day", shortSma, 100, 10), Side.Above).confidence
    assertEquals(
      List(100.001, 101, 103, 119, 120, 1000).map(confidence),
      List(0.0, 0.5, 0.75, 0.95, 0.95, 0.95)
    )

  test("a look takes every close since the one before"):
    val daily = (6 to 305).foldLeft(caughtUp(5)): (record, known) =>
      record.catchUp(settings, prices.take(known))(0)
    assertEquals(caughtUp(5).catchUp(settings, prices.take(305))(0), daily)
    assertEquals(daily.observations, 301)

  test("a look without a new close changes nothing"):
    assertEquals(caughtUp(20).catchUp(settings, prices.take(20)), (caughtUp(20), Vector.empty))

  test("a look emits what no earlier look has, or the newest close again"):
    def emitted(stored: Option[Record], known: Vector[Close]) =
      val measured = Record.toEmit(settings, stored.map(writeJs(_)), known)
      assert(measured.forall(one => one.price.time == one.sma.time))
      measured.map(_.price.time)
    val times = prices.map(_.time)
    assertEquals(emitted(None, prices.take(305)), times.slice(4, 305))
    assertEquals(emitted(Some(fresh), prices.take(305)), times.slice(4, 305))
    assertEquals(emitted(None, prices.take(4)), Vector.empty)
    assertEquals(emitted(Some(caughtUp(20)), prices.take(22)), times.slice(20, 22))
    assertEquals(emitted(Some(caughtUp(20)), prices.take(20)), times.slice(19, 20))
    assertEquals(emitted(Some(caughtUp(20)), prices.slice(30, 36)), times.slice(34, 36))
    assertEquals(emitted(Some(caughtUp(100)), prices.take(99)), times.slice(98, 99))

  test("a look with too many new closes, or of a new lap, begins afresh"):
    assertEquals(caughtUp(20).catchUp(settings, prices.slice(15, 100))(0).since, Some("day 019"))
    assertEquals(caughtUp(20).catchUp(settings, prices.slice(16, 100))(0), caughtUp(100))
    assertEquals(caughtUp(100).catchUp(settings, prices.take(99)), (caughtUp(99), Vector.empty))

  test("a paper trade lasts from buy to sell"):
    val looks = List(("a", 9.0, 100.0), ("b", 11.0, 100.0), ("c", 9.0, 150.0), ("d", 11.0, 200.0))
    val record = looks.foldLeft(fresh):
      case (record, (date, shortSma, value)) => record.take(measured(date, shortSma, 10, value))(0)
    assertEquals(record.performance, Performance("ACME", 2, 1, 1, 1, 50, Some(Entry("d", 200))))

  test("the newest hundred signals are kept and all are counted"):
    val (record, _) = live(Seq.tabulate(142)(day => 9.0 + day % 2 * 2)*)
    assertEquals(List(-1L, 0L, 3L, 1000L).map(record.newest(_).signals.size), List(0, 0, 3, 100))
    assertEquals(record.newest(1).total, 141)
    assertEquals(record.newest(1).signals.head.date, "day 141")

  test("a record of other settings is not continued"):
    val record = caughtUp(20)
    def resumed(settings: Settings) = Record.resume(settings, Some(writeJs(record)))
    assertEquals(resumed(settings), record)
    for other <- List(
        settings.copy(symbol = "X"),
        settings.copy(shortPeriod = 3),
        settings.copy(longPeriod = 6)
      )
    do assertEquals(resumed(other), Record.resume(other, None))
    assertEquals(Record.resume(settings, Some(ujson.Null)), fresh)

  test("a value that is not a record is refused"):
    for stored <- List(
        ujson.Arr(),
        ujson.Obj(),
        ujson.Obj("format" -> 2),
        ujson.Str("text"),
        ujson.Num(0),
        ujson.False
      )
    do intercept[NotARecord](Record.resume(settings, Some(stored))): Unit

  test("a short period that is not less than the long one is refused"):
    interceptMessage[BotFailure]("short_period must be less than long_period, got 20 and 20"):
      Settings.of(ujson.Obj("short_period" -> 20))
end RecordSuite
