package crossover

import upickle.default.writeJs

/** The pure functions against independently computed numbers. */
final class ExpectedNumbersSuite extends munit.FunSuite:
  test("rounding is exact and rounds the middle away from zero"):
    for case ujson.Arr(row) <- fixture("rounding.json").arr do
      val (x, digits, expected) = (row(0).num, row(1).num.toInt, row(2).num)
      assertEquals(Strategy.rounded(x, digits), expected, s"round($x, $digits)")

  test("a bot's history matches the computed one"):
    for (name, life) <- fixture("looks.json").obj do
      val settings = Settings.of(life("settings").asInstanceOf[ujson.Obj])
      val history = closes(settings.symbol)
      val record = life("looks").arr.foldLeft(Record.resume(settings, None)): (record, look) =>
        val known = answer(settings, history.takeWhile(_.date <= look("at").str))
        val emitted = Record.toEmit(settings, Some(writeJs(record)), known)
        emitted.lastOption match
          case None =>
            assertEquals(look, ujson.Obj("at" -> look("at"), "closes" -> known.size), name)
            record
          case Some(newest) =>
            val (next, signals) = record.catchUp(settings, known)
            val seen = ujson.Obj(
              "at" -> look("at"),
              "first" -> emitted.head.date,
              "date" -> newest.date,
              "price" -> writeJs(newest.price),
              "sma" -> writeJs(newest.sma),
              "signals" -> writeJs(signals)
            )
            assertEquals(seen: ujson.Value, look, name)
            restored(settings, next)
      assertEquals(writeJs(record.status), life("status"), name)
      assertEquals(writeJs(record.newest(100)), life("signals"), name)
      assertEquals(writeJs(record.performance), life("performance"), name)

  private val allPauses = List(List(1), List(1, 2, 13, 1, 40), List(300, 299, 1, 300, 300, 150))

  test("the signals of thirteen years match those computed from the closes"):
    for history <- fixture("signals.json").arr; pauses <- allPauses do
      val settings = Settings.of(history.asInstanceOf[ujson.Obj])
      val prices = closes(settings.symbol)
      val sums = Iterator.continually(pauses).flatten.scanLeft(settings.longPeriod)(_ + _)
      val looks = sums.takeWhile(_ < prices.size).toList :+ prices.size
      val begin = (Record.resume(settings, None), Vector.empty[DatedSignal])
      val (record, signals) = looks.foldLeft(begin):
        case ((record, signals), known) =>
          val (next, fired) = record.catchUp(settings, answer(settings, prices.take(known)))
          (next, signals ++ fired)
      val shown = signals.map(signal => ujson.Arr(signal.date, signal.`type`, signal.price))
      assertEquals(ujson.Arr.from(shown): ujson.Value, history("signals"), s"${settings.symbol} $pauses")
      assertEquals(record.since, Some(history("since").str))
      assertEquals(record.observations, prices.size - settings.longPeriod + 1)

  /** The part of the known closes that the feed sends to the bot. */
  private def answer(settings: Settings, known: Vector[Close]) =
    known.takeRight(settings.longPeriod + Record.MostNewCloses)

  /** The record as the next process reads it. */
  private def restored(settings: Settings, record: Record) =
    Record.resume(settings, Some(ujson.read(writeJs(record).toString)))
end ExpectedNumbersSuite
