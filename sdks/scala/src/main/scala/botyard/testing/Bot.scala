package botyard.testing

import botyard.json
import botyard.query.oneShot
import java.time.Instant

/** A bot in a test; [[withBot]] makes one.
  *
  * {{{
  * def countBeats(bot: testing.Bot): Int =
  *   bot.run(metric("beat", ujson.Obj()))
  *   bot.metrics.size
  * println(testing.withBot()(countBeats)) // 1
  * }}}
  */
final class Bot private[testing] (test: TestBot):

  /** What the bot has emitted, in order.
    *
    * {{{
    * testing.withBot(): bot =>
    *   bot.run(metric("price", ujson.Obj("symbol" -> "AAPL")))
    *   println(bot.metrics.map(_.data("symbol").str)) // Vector(AAPL)
    * }}}
    */
  def metrics: Seq[Metric] = test.metrics

  /** What the bot has logged, in order.
    *
    * {{{
    * testing.withBot(): bot =>
    *   bot.run(log.warn("slow"))
    *   println(bot.logs.map(_.message)) // Vector(slow)
    * }}}
    */
  def logs: Seq[LogRecord] = test.logs

  /** The result that the bot has reported last, or `None` if it has reported none. A [[run]] begins without a result;
    * one of a query program leaves that of the run before.
    *
    * {{{
    * testing.withBot(): bot =>
    *   bot.run(success("looked"))
    *   println(bot.result.get("message").str) // looked
    * }}}
    */
  def result: Option[ujson.Obj] = test.result

  /** What the bot's clock shows. It moves only while the bot waits with `stop.wait`, which returns at once.
    *
    * {{{
    * testing.withBot(stopAfter = 90): bot =>
    *   bot.run(stop.wait(60))
    *   println(bot.now) // 2026-01-01T00:01:00Z
    * }}}
    */
  def now: Instant = test.now

  /** Runs a program of the bot until it ends, and returns its exit code.
    *
    * `error` of the SDK ends the program, as `query.run` does, whose handlers are asked with [[ask]]; what it throws
    * reaches the test. `sys.exit` would end the tests.
    *
    * {{{
    * testing.withBot(): bot =>
    *   println(bot.run(error("no price"))) // 1
    *   println(bot.logs.head.message) // no price
    * }}}
    *
    * @param program
    *   code of the bot, such as `Main.main(Array())`
    */
  def run(program: => Any): Int = test.run(program)

  /** Asks the handler of a query's path, and returns its answer as the platform gives it: `{"status":"ok","data":…}`, or
    * for a failure `{"status":"error","error":…,"code":…}`.
    *
    * As in a query process, the handler cannot change the state and cannot report results.
    *
    * {{{
    * query.handler("/double")(request => 2 * request.getInteger("n").getOrElse(21L))
    * testing.withBot(): bot =>
    *   println(bot.ask("/double", ujson.Obj("n" -> 4))) // {"status":"ok","data":8}
    * }}}
    */
  def ask(path: String, params: ujson.Obj = ujson.Obj()): ujson.Obj =
    val document = test.answering(oneShot.ask(path, json.write(params)))
    ujson.Obj(json.read(document).obj)

  /** Asks the bot to stop, as the platform does with SIGTERM; from any thread.
    *
    * {{{
    * testing.withBot(): bot =>
    *   bot.stop()
    *   println(stop.requested()) // true
    * }}}
    */
  def stop(): Unit = test.stop()
end Bot
