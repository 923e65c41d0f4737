package botyard.testing

import botyard.json
import botyard.process.TestProcess
import java.io.{IOException, UncheckedIOException}
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.Comparator
import java.util.concurrent.locks.ReentrantLock
import scala.annotation.tailrec
import scala.util.Using
import upickle.default.Writer

private val turn = ReentrantLock()

/** Makes a bot, and runs the body of a test with it, without a platform.
  *
  * Until the body returns, the functions of the SDK belong to this bot, in all threads: they get its id and config, what
  * they emit is in its lists, and its state and result are in a temporary folder. Bodies of several threads take turns.
  *
  * {{{
  * val prices = testing.withBot(ujson.Obj("symbol" -> "AAPL"), stopAfter = 120): bot =>
  *   bot.run:
  *     val symbol = input.parse().config("symbol").str
  *     while !stop.requested() do
  *       metric("price", ujson.Obj("symbol" -> symbol, "value" -> 187.5))
  *       stop.wait(60)
  *   bot.metrics
  * println(s"${prices.size} ${prices(1).timestamp}") // 2 2026-01-01T00:01:00.000Z
  * }}}
  *
  * @param config
  *   its config, a value that is written as a JSON object
  * @param id
  *   its identifier
  * @param now
  *   what its clock shows at first
  * @param stopAfter
  *   when the platform asks the bot to stop: as soon as it has waited for so many seconds in `stop.wait`. By default at
  *   its first wait of more than 0 s; `Double.PositiveInfinity` means not at all. Counted in whole nanoseconds.
  * @return
  *   what the body returns
  * @throws java.lang.IllegalArgumentException
  *   if `stopAfter` is negative or not a number
  * @throws java.lang.IllegalStateException
  *   if this thread is in the body of another bot
  */
def withBot[Config: Writer, T](
    config: Config = ujson.Obj(),
    id: String = "test-bot",
    now: Instant = Instant.parse("2026-01-01T00:00:00Z"),
    stopAfter: Double = 0
)(body: Bot => T): T =
  if !(stopAfter >= 0) then
    throw IllegalArgumentException(s"stopAfter must be a number of seconds from 0 on, got $stopAfter")
  if turn.isHeldByCurrentThread then
    throw IllegalStateException("another bot is entered in this thread; leave it first")
  turn.lock()
  try inFolder(folder => entered(TestBot(json.text(config), id, now, stopAfter, folder))(body))
  finally turn.unlock()
end withBot

private def inFolder[T](body: Path => T): T =
  val folder = Files.createTempDirectory("botyard-")
  try body(folder)
  finally remove(folder, tries = 100)

/** Removes a folder, into which threads that the bot has left may still write. */
@tailrec private def remove(folder: Path, tries: Int): Unit =
  try
    Using.resource(Files.walk(folder)):
      _.sorted(Comparator.reverseOrder).forEach(Files.deleteIfExists(_): Unit)
  catch case _: (IOException | UncheckedIOException) => ()
  if Files.exists(folder) && tries > 1 then remove(folder, tries - 1)

private def entered[T](bot: TestBot)(body: Bot => T): T =
  TestProcess.current = Some(bot)
  try body(Bot(bot))
  finally TestProcess.current = None
