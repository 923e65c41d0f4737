package botyard

import java.nio.file.{Files, Path}
import java.util.concurrent.CountDownLatch
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt
import sun.misc.Signal

final class StopSuite extends munit.FunSuite:
  /** Sends SIGTERM to a bot once it is ready; returns what it printed. */
  private def stopped(bot: Program, code: Int = 0): List[String] =
    bot.until(Files.exists(bot.folder.resolve("ready")))
    bot.process.destroy()
    assertEquals(bot.end(), code, bot.text("err"))
    bot.text("out").linesIterator.toList

  test("a bot that is asked to stop ends by itself, and all that wait are told"):
    assertEquals(
      stopped(Program("botyard.WaitingBot")),
      List("false", "false", "told", "told", "told", "true true")
    )

  test("a handler that the bot has set before is still called, and the JVM's own is not"):
    assertEquals(stopped(Program("botyard.OwnHandlerBot")), List("own TERM", "true", "hook"))

  test("SIGTERM ends a bot that does not use stop"):
    assertEquals(stopped(Program("botyard.UnstoppableBot"), 143), Nil)

  test("stop is unavailable if the JVM does not handle signals"):
    val bot = Program("botyard.RefusedBot", "JDK_JAVA_OPTIONS" -> "-Xrs")
    assertEquals(bot.end(), 0, bot.text("err"))
    val refusal =
      "stop.unavailable a request to stop cannot be received: the JVM does not handle the signal (option -Xrs)"
    assertEquals(bot.text("out").linesIterator.toList, List.fill(2)(s"$refusal, caused"))

  for order <- List("before", "after") do
    test(s"a query that waits is told when the server ends, with stop used $order the server begins"):
      val port = scala.util.Using.resource(java.net.ServerSocket(0))(_.getLocalPort)
      val bot = Program("botyard.StoppedQueryBot", "QUERY_PORT" -> port.toString, "ORDER" -> order)
      bot.until(Files.exists(bot.folder.resolve("listening")))
      val client = java.net.http.HttpClient.newHttpClient
      val request = java.net.http.HttpRequest.newBuilder(java.net.URI(s"http://127.0.0.1:$port/wait")).build
      def ask() = client.sendAsync(request, java.net.http.HttpResponse.BodyHandlers.ofString)
      var answer = ask()
      while answer.isCompletedExceptionally || !Files.exists(bot.folder.resolve("ready")) do
        Thread.sleep(20)
        if answer.isCompletedExceptionally then answer = ask()
      assertEquals(stopped(bot), Nil)
      assertEquals(answer.get.body, "true")
end StopSuite

private def ready(): Unit = Files.createFile(Path.of("ready")): Unit

object WaitingBot:
  def main(arguments: Array[String]): Unit =
    println(stop.wait(0.01))
    println(stop.requested())
    val waiting = List(() => stop.wait(60), () => stop.wait(1e15), () => stop.wait(Double.PositiveInfinity))
    val threads = waiting.map(wait => Thread(() => if wait() then println("told")))
    threads.foreach(_.start())
    ready()
    Await.result(stop.future, 60.seconds)
    threads.foreach(_.join())
    // An integer must not be taken for the time of `Object.wait`.
    println(s"${stop.wait(60)} ${stop.wait(60L.toDouble)}")

object OwnHandlerBot:
  def main(arguments: Array[String]): Unit =
    Runtime.getRuntime.addShutdownHook(Thread(() => println("hook")))
    val called = CountDownLatch(1)
    Signal.handle(
      Signal("TERM"),
      signal =>
        println(s"own ${signal.getName}")
        called.countDown()
    ): Unit
    stop.requested(): Unit
    ready()
    val told = stop.wait(60)
    called.await()
    println(told)

object UnstoppableBot:
  def main(arguments: Array[String]): Unit =
    log.info("begun")
    ready()
    Thread.sleep(60_000)

object RefusedBot:
  def main(arguments: Array[String]): Unit =
    for _ <- 1 to 2 do
      try println(stop.wait(1))
      catch
        case error: BotyardException =>
          println(s"${error.code} ${error.getMessage}, ${if error.getCause == null then "" else "caused"}")

object StoppedQueryBot:
  def main(arguments: Array[String]): Unit =
    if sys.env("ORDER") == "before" then stop.requested(): Unit
    query.handler("/wait"): _ =>
      stop.requested(): Unit
      ready()
      stop.wait(60)
    Files.createFile(Path.of("listening")): Unit
    query.run()
