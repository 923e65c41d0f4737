package botyard.testing

import botyard.json
import botyard.json.JsonBytes
import botyard.process.TestProcess
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.{Future, Promise}
import scala.util.DynamicVariable
import scala.util.control.ControlThrowable

/** Ends a program in the place of the process; `NonFatal` does not match it. */
private final class Ended(code: Int) extends ControlThrowable(s"the bot ended with exit code $code")

/** What belongs to a bot in a test. */
private final class TestBot(
    config: String,
    id: String,
    private var clock: Instant,
    stopAfter: Double,
    folder: Path
) extends TestProcess:
  private val variables = Map(
    "BOT_ID" -> id,
    "BOT_CONFIG" -> config,
    "STATE_DIR" -> folder.resolve("state").toString
  )
  private var runs = 0
  private var left = nanoseconds(stopAfter)
  private val asked = Promise[Unit]()
  // Threads that a handler starts inherit its question, and may live longer than it.
  private val question = DynamicVariable(AtomicBoolean(false))
  private var emitted = Vector.empty[Metric]
  private var logged = Vector.empty[LogRecord]
  private var program = Option.empty[Thread]
  private var exitCode = Option.empty[Int]

  def now: Instant = synchronized(clock)
  def metrics: Vector[Metric] = synchronized(emitted)
  def logs: Vector[LogRecord] = synchronized(logged)

  def result: Option[ujson.Obj] =
    Option.when(Files.exists(resultFile))(readObject(Files.readAllBytes(resultFile)))

  // A run begins without the result of an earlier one [RES-15].
  private def resultFile = folder.resolve(s"result-${synchronized(runs)}.json")

  def run(body: => Any): Int =
    begin()
    try body: Unit
    catch case _: Throwable if ended.nonEmpty => () // it would have ended before
    finally
      synchronized { program = None }
      if ended.nonEmpty then Thread.interrupted(): Unit
    ended.getOrElse(0)

  private def begin(): Unit = synchronized:
    program = Some(Thread.currentThread)
    exitCode = None
    runs += 1

  private def ended = synchronized(exitCode)

  def answering[T](answer: => T): T =
    val mine = AtomicBoolean(true)
    try question.withValue(mine)(answer)
    finally mine.set(false)

  def stop(): Unit = asked.trySuccess(()): Unit

  def variable(name: String): Option[String] =
    if name == "RESULT_PATH" then Some(resultFile.toString) else variables.get(name)

  def isAnswering: Boolean = question.value.get
  def time: Long = now.toEpochMilli

  def writeOutputLine(line: JsonBytes): Unit =
    val read = readObject(line.result)
    val metric = Metric(read("_metric").str, objectIn(read("data")), read("timestamp").str)
    synchronized(emitted :+= metric)

  def writeErrorLine(line: JsonBytes): Unit =
    val read = readObject(line.result)
    val data = read.value.get("data").map(objectIn)
    val record = LogRecord(read("level").str, read("message").str, data, read("timestamp").str)
    synchronized(logged :+= record)

  // Another thread of the bot would end the process, too: the program may wait for it.
  def end(code: Int): Nothing =
    synchronized:
      exitCode = Some(code)
      program.filter(_ ne Thread.currentThread).foreach(_.interrupt())
    throw Ended(code)

  def endQueryProgram(): Nothing =
    // Queries are no run, and leave the result of the last one.
    synchronized(if !Files.exists(resultFile) then runs -= 1)
    end(0)

  def stopRequested: Future[Unit] = asked.future

  def waitFor(seconds: Double): Boolean = synchronized:
    if !asked.isCompleted && seconds > 0 then
      val moved = nanoseconds(seconds).max(1).min(left)
      if moved.isInfinite then
        throw IllegalStateException("the bot would never be asked to stop, because stopAfter is infinite")
      clock = clock.plusNanos(moved.toLong)
      left -= moved
      if left <= 0 then stop()
    asked.isCompleted

  /** Whole, so that sums of waits are exact; may be infinite. */
  private def nanoseconds(seconds: Double) = math.rint(seconds * 1e9)

  private def readObject(document: Array[Byte]) = objectIn(json.read(document))

  private def objectIn(value: ujson.Value) = ujson.Obj(value.obj)
end TestBot
