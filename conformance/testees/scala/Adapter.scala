package adapter

import botyard.query
import botyard.query.Request
import java.io.FileOutputStream
import java.math.MathContext
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.{ConcurrentHashMap, CountDownLatch}
import scala.util.Try
import scala.util.control.NonFatal
import sun.misc.Signal

/** A bot that runs a script: docs/reference/conformance-cases.md, "Adapter". */
object Adapter:
  val code: Path = Path.of("").toAbsolutePath
  val kept = ConcurrentHashMap[String, ujson.Value]()
  private val trace = FileOutputStream(System.getenv("CONF_TRACE"), true)
  private val atExit = ConcurrentHashMap.newKeySet[ujson.Value]()
  @volatile private var isDone = false

  def main(arguments: Array[String]): Unit =
    // Runs when the last thread has ended, and not after an abrupt end.
    Runtime.getRuntime.addShutdownHook(Thread(() => atTheEnd()))
    val script = ujson.read(Files.readAllBytes(Path.of(System.getenv("CONF_SCRIPT"))))
    run(script("ops"), None): Unit
    isDone = true

  private def atTheEnd(): Unit =
    atExit.forEach(run(_, None): Unit)
    if isDone then note(ujson.Obj("end" -> true))

  def note(line: ujson.Value): Unit =
    val text = ujson.transform(line, Digits()).toString
    trace.write((text + "\n").getBytes(UTF_8))

  /** Writes the shortest digits of a number; Java may write more. */
  private class Digits extends ujson.StringRenderer():
    override def visitFloat64(number: Double, index: Int): java.io.StringWriter =
      val shortest = Iterator.from(1).map(places => BigDecimal(number).round(MathContext(places)))
      visitFloat64String(shortest.find(_.toDouble == number).get.toString, index)

  /** Runs ops until one returns the answer of the handler. */
  private def run(ops: ujson.Value, request: Option[Request]): Option[Made] =
    ops.arr.iterator.flatMap(perform(_, request)).nextOption

  private def perform(op: ujson.Value, request: Option[Request]): Option[Made] =
    val (id, name) = (op("id"), op("op").str)
    note(ujson.Obj("id" -> id, "begin" -> name))
    try
      val answer = block(name, op("args").arr.toSeq, request)
      val value =
        if answer.isDefined then ujson.Null else Call(id, name, op("args").arr.toSeq.map(made), request)
      op.obj.get("as").foreach(name => kept.put(name.str, value))
      if !answer.exists(_.isDefined) then note(ujson.Obj("id" -> id, "value" -> value))
      answer.flatten
    catch
      case NonFatal(failure) =>
        note(ujson.Obj("id" -> id, "error" -> Fault.note(failure)))
        if op.obj.get("uncaught").exists(_.bool) then throw failure
        None

  /** Ops that contain ops, and `return`; `None` for all others. */
  private def block(name: String, args: Seq[ujson.Value], request: Option[Request]): Option[Option[Made]] =
    name match
      case "return"        => Some(Some(args.headOption.fold(Made.Json(ujson.Null))(made)))
      case "query.handler" => done(handler(made(args(0)).text, args(1)))
      case "parallel"      => done(parallel(args, request))
      case "background"    => done(Thread(() => run(args(0), request): Unit).start())
      case "at_exit"       => done(atExit.add(args(0)): Unit)
      case "repeat" =>
        Some(Iterator.continually(args(1)).take(args(0).num.toInt).flatMap(run(_, request)).nextOption)
      case "guarded" => Some(guarded(args, request))
      case "wrapped" => Some(wrapped(args(0).str, args(1), request))
      case "on_term" => done(Signal.handle(Signal("TERM"), _ => run(args(0), None): Unit): Unit)
      case _         => None

  private def done(called: Unit): Option[Option[Made]] = Some(None)

  private def made(argument: ujson.Value): Made = Made.from(argument, kept.get(_))

  private def handler(path: String, ops: ujson.Value): Unit =
    query.handler(path)(request => run(ops, Some(request)).getOrElse(Made.Json(ujson.Null)))

  private def parallel(lists: Seq[ujson.Value], request: Option[Request]): Unit =
    val atOnce = CountDownLatch(lists.size)
    val ended = ConcurrentHashMap[Int, Try[Unit]]()
    def work(index: Int): Unit =
      atOnce.countDown()
      atOnce.await()
      ended.put(index, Try(run(lists(index), request): Unit)): Unit
    val threads = lists.indices.map(index => Thread(() => work(index)))
    threads.foreach(_.start())
    threads.foreach(_.join())
    lists.indices.foreach(ended.get(_).get)

  private def guarded(lists: Seq[ujson.Value], request: Option[Request]): Option[Made] =
    def runIfGiven(index: Int) = lists.lift(index).flatMap(run(_, request))
    // Like a `return` in `finally`: the answer of the last list replaces all others.
    var answer: Option[Made] = None
    try answer = run(lists(0), request)
    catch case NonFatal(_) => answer = runIfGiven(1)
    finally runIfGiven(2).foreach(last => answer = Some(last))
    answer

  private def wrapped(message: String, ops: ujson.Value, request: Option[Request]): Option[Made] =
    try run(ops, request)
    catch case NonFatal(cause) => throw RuntimeException(message, cause)
end Adapter
