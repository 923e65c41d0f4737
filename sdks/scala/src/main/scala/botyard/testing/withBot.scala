package botyard.testing

import botyard.json
import botyard.process.TestProcess
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.Comparator
import java.util.concurrent.locks.ReentrantLock
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
  *   its first wait of more than 0 s; `Double.PositiveInfinity` means not at all.
  * @return
  *   what the body returns
  * @throws java.lang.IllegalStateException
  *   if this thread is in the body of another bot
  */
def withBot[Config: Writer, T](
    config: Config = ujson.Obj(),
    id: String = "test-bot",
    now: Instant = Instant.parse("2026-01-01T00:00:00Z"),
    stopAfter: Double = 0
)(body: Bot => T): T =
  if turn.isHeldByCurrentThread then
    throw IllegalStateException("another bot is entered in this thread; leave it first")
  turn.lock()
  try inFolder(folder => entered(TestBot(json.text(config), id, now, stopAfter, folder))(body))
  finally turn.unlock()
end withBot

private def inFolder[T](body: Path => T): T =
  val folder = Files.createTempDirectory("botyard-")
  try body(folder)
  finally Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder).forEach(Files.delete(_)))

private def entered[T](bot: TestBot)(body: Bot => T): T =
  TestProcess.current = Some(bot)
  try body(Bot(bot))
  finally TestProcess.current = None
