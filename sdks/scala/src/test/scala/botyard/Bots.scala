package botyard

import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.concurrent.ExecutionException
import upickle.default.Writer

final case class Price(symbol: String, value: Double) derives Writer

object RunBot:
  def main(arguments: Array[String]): Unit =
    metric("price", Price("AAPL", 187.5))
    log.info("opened", ujson.Obj("bot" -> input.parse().botId))
    state.set("trades", state.getAs[Int]("trades").getOrElse(0) + 1)
    success("done", ujson.Obj("trades" -> state.get("trades").get))

/** Its main program fails while another of its threads waits. */
object DyingBot:
  def main(arguments: Array[String]): Unit =
    log.info("begun")
    Thread(() => Thread.sleep(60_000)).start()
    throw IllegalStateException("no data")

object FailingBot:
  def main(arguments: Array[String]): Unit =
    Runtime.getRuntime.addShutdownHook(Thread(() => println("hook")))
    try error("no data")
    finally println("finally")

object QueryBot:
  def main(arguments: Array[String]): Unit =
    query.handler("/trades")(request => request.getInteger("limit"))
    query.handler[Unit]("/bad")(_ => throw IllegalStateException("no data"))
    query.handler[Unit]("/set")(_ => state.set("x", 1))
    query.handler[Unit]("/report")(_ => success("x"))
    query.handler[Unit]("/wrapped"): request =>
      try request.getInteger("limit"): Unit
      catch case error: BotyardException => throw ExecutionException(IllegalStateException(error))
    query.handler[Unit]("/suppressed"): request =>
      val failure = IllegalStateException("no data")
      try request.getInteger("limit"): Unit
      catch case error: BotyardException => failure.addSuppressed(error)
      throw failure
    query.handler[Unit]("/caused"): _ =>
      throw IllegalStateException("no data", IOException("x" * 300, RuntimeException()))
    query.handler("/health")(_ => "own")
    query.handler("/interrupted")(_ => Thread.currentThread.interrupt())
    query.handler("/slow"): request =>
      metric("slow", request.values)
      while !Files.exists(Path.of("go")) do Thread.sleep(5)
      "slow"
    query.handler("/left")(_ => Thread(() => fail()).start())
    query.run()

  private def fail(): Unit = throw IllegalStateException("left")
