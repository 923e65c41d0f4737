package botyard.query

import botyard.BotyardException
import botyard.process.environment
import java.util.concurrent.atomic.AtomicBoolean
import upickle.default.Writer

private val wasRun = AtomicBoolean()

/** Registers the handler of a path.
  *
  * The handler takes a [[Request]] and returns any value that uPickle can write; `Unit` is answered as null. If
  * it throws, the query fails with the exception's message, and the server keeps running. Handlers of a
  * server run in up to 80 threads at once.
  *
  * {{{
  * query.handler("/double")(request => 2 * request.getInteger("n").getOrElse(21L)) // /double?n=4 answers 8
  * }}}
  *
  * @param path
  *   path of the query; begins with `/`. The last registration of a path wins.
  * @param answer
  *   the handler
  * @throws botyard.BotyardException
  *   `query.invalid_path` if the path does not begin with `/`
  */
def handler[T: Writer](path: String)(answer: Request => T): Unit = registry.register(path, answer)

/** Returns the bot's config, a new copy at each call.
  *
  * {{{
  * query.handler("/symbol")(_ => query.getConfig()("symbol")) // /symbol answers "AAPL"
  * }}}
  *
  * @throws botyard.BotyardException
  *   the codes of `input.parse`
  */
def getConfig(): ujson.Obj = botyard.input.parse().config

/** Answers queries and ends the process; call it once, at the end of the query program.
  *
  * If `QUERY_PATH` is set, it runs the handler of this path, writes the answer to `RESULT_PATH` and ends the process
  * with exit code 0, or 1 if the query failed. Otherwise it serves HTTP on `QUERY_HOST` (default:
  * 127.0.0.1) and `QUERY_PORT` (default: 9476) until SIGTERM or SIGINT, finishes the answers in progress and ends the
  * process with exit code 0. `/health` and `/info` are built in, unless the bot has handlers for them
  * [BI-3].
  *
  * {{{
  * query.handler("/runs")(_ => state.getAs[Int]("runs").getOrElse(0)) // /runs answers 0
  * query.run()
  * }}}
  *
  * @throws botyard.BotyardException
  *   `query.already_running` at a second call; `query.invalid_port` if `QUERY_PORT` is not a number from 1 to 65535;
  *   `query.listen_failed` if the address cannot be used
  */
def run(): Nothing =
  environment.becomeQueryProcess()
  if wasRun.getAndSet(true) then throw BotyardException("query.already_running")
  environment.variable("QUERY_PATH") match
    case Some(path) => oneShot.run(path)
    case None       => server.run()
