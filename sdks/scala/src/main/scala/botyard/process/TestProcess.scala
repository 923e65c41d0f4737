package botyard.process

import botyard.json.JsonBytes
import scala.concurrent.Future

/** What the SDK uses instead of the process while a test runs a bot's code. */
private[botyard] trait TestProcess:
  def variable(name: String): Option[String]

  /** Whether the calling thread answers a query. */
  def isAnswering: Boolean

  /** In milliseconds since 1970. */
  def time: Long
  def writeOutputLine(line: JsonBytes): Unit
  def writeErrorLine(line: JsonBytes): Unit
  def end(code: Int): Nothing

  /** Ends a query program once its handlers are registered. */
  def endQueryProgram(): Nothing
  def stopRequested: Future[Unit]

  /** Moves the clock instead of waiting; returns whether the bot is to stop. */
  def waitFor(seconds: Double): Boolean

private[botyard] object TestProcess:
  /** That of the test that runs; there is none in a bot. */
  @volatile var current: Option[TestProcess] = None
