package botyard

import java.nio.file.{Files, NoSuchFileException, Path}
import java.time.{Duration, Instant}
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future}
import scala.jdk.CollectionConverters.*
import testing.{withBot, LogRecord, Metric}
import upickle.default.{writer, Writer}

/** The room `testing`, by which a bot's author tests a bot without a platform. */
final class TestingSuite extends munit.FunSuite:
  private val at = "2026-11-28T09:30:00.123Z"

  test("a bot in a test gets its config, and what it emits is there as values"):
    def look(): Unit =
      val input.Input(botId, config) = input.parse()
      metric("price", ujson.Obj("symbol" -> config("symbol"), "value" -> 187.5))
      log.warn("slow")
      log.info("looked", ujson.Obj("bot" -> botId))
      state.set("looks", state.getAs[Int]("looks").getOrElse(0) + 1)
      success("looked", ujson.Obj("looks" -> state.get("looks").get))
    withBot(ujson.Obj("symbol" -> "AAPL"), id = "mine", now = Instant.parse("2026-11-28T09:30:00.123456Z")):
      bot =>
        assertEquals(bot.result, None)
        assertEquals(bot.run(look()), 0)
        val price = ujson.Obj("symbol" -> "AAPL", "value" -> 187.5)
        assertEquals(bot.metrics.toList, List(Metric("price", price, at)))
        val looked = LogRecord("info", "looked", Some(ujson.Obj("bot" -> "mine")), at)
        assertEquals(bot.logs.toList, List(LogRecord("warn", "slow", None, at), looked))
        val result =
          ujson.Obj("status" -> "success", "message" -> "looked", "data" -> ujson.Obj("looks" -> 1))
        assertEquals(bot.result, Some(result))

  test("the config may be any value that is written as an object"):
    withBot(Price("AAPL", 187.5)): _ =>
      assertEquals(input.parse().config, ujson.Obj("symbol" -> "AAPL", "value" -> 187.5))
    withBot(): _ =>
      assertEquals(input.parse().config, ujson.Obj())

  test("nothing is left of a bot"):
    withBot(): bot =>
      state.set("looks", 1)
      success("looked")
      assert(bot.result.nonEmpty)
    withBot(): bot =>
      assertEquals(state.list(), Nil)
      assertEquals(bot.result, None)
    assertEquals(intercept[BotyardException](input.parse()).code, "input.missing_bot_id")

  test("the folder of a bot is removed"):
    val folder = withBot(): _ =>
      state.set("looks", 1)
      java.nio.file.Path.of(process.environment.stateDirectory)
    assert(!java.nio.file.Files.exists(folder.getParent))

  for (stopAfter, beats) <- List(0 -> 1, 60 -> 1, 61 -> 2, 180 -> 3) do
    test(s"a bot that waits for 60 s is asked to stop after $stopAfter s, with $beats beats"):
      withBot(stopAfter = stopAfter): bot =>
        val began = bot.now
        val code = bot.run:
          while !stop.wait(0) do
            metric("beat", ujson.Obj())
            stop.wait(60): Unit
        assertEquals(code, 0)
        assertEquals(bot.metrics.size, beats)
        assertEquals(Duration.between(began, bot.now), Duration.ofSeconds(stopAfter))
        assert(stop.wait(Double.PositiveInfinity))

  for (stopAfter, rounds) <- List(1.0 -> 9, 0.7 -> 6) do
    test(
      s"a bot whose rounds end with waits of 0.1 s is asked to stop after $stopAfter s, and $rounds rounds"
    ):
      withBot(stopAfter = stopAfter): _ =>
        var done = 0
        while !stop.wait(0.1) do done += 1
        assertEquals(done, rounds)

  test("a bot in a test waits however short its waits are"):
    withBot(stopAfter = 2e-9): bot =>
      assertEquals(List.fill(2)(stop.wait(1e-10)), List(false, true))
      assertEquals(Duration.between(Instant.parse("2026-01-01T00:00:00Z"), bot.now), Duration.ofNanos(2))

  for time <- List(Double.NaN, -0.1, Double.NegativeInfinity) do
    test(s"a bot cannot be asked to stop after $time s"):
      val refused = intercept[IllegalArgumentException](withBot(stopAfter = time)(_ => ()))
      assertEquals(refused.getMessage, s"stopAfter must be a number of seconds from 0 on, got $time")

  test("lines have the time of the bot's clock"):
    withBot(stopAfter = 90): bot =>
      stop.wait(60.5): Unit
      metric("beat", ujson.Obj())
      assertEquals(bot.metrics.head.timestamp, "2026-01-01T00:01:00.500Z")

  test("a test stops a bot by a call, also one that waits for the future"):
    withBot(stopAfter = Double.PositiveInfinity): bot =>
      assert(!stop.wait(3600))
      interceptMessage[IllegalStateException](
        "the bot would never be asked to stop, because stopAfter is infinite"
      )(stop.wait(Double.PositiveInfinity)): Unit
      val ended = Future:
        bot.run:
          Await.result(stop.future, 20.seconds)
          log.info("stopped")
      bot.stop()
      assertEquals(Await.result(ended, 20.seconds), 0)
      assertEquals(bot.logs.map(_.message).toList, List("stopped"))
      assert(stop.requested())

  test("error ends the program and not the test"):
    def look(): Unit =
      if input.parse().config.value.isEmpty then error("no price")
      metric("price", ujson.Obj())
    withBot(): bot =>
      assertEquals(bot.run(look()), 1)
      assertEquals(bot.metrics.toList, Nil)
      assertEquals(bot.result, Some(ujson.Obj("status" -> "error", "message" -> "no price")))
      assertEquals(bot.logs.map(one => (one.level, one.message)).toList, List(("error", "no price")))
      // In another thread it would wait for what `error` holds.
      assertEquals(Await.result(Future(bot.run(look())), 20.seconds), 1)
      assertEquals(bot.run(()), 0)

  test("error ends the program also where other failures are caught"):
    withBot(): bot =>
      val code = bot.run:
        try error("no price")
        catch case scala.util.control.NonFatal(_) => error("failed")
      assertEquals(code, 1)
      assertEquals(bot.logs.map(_.message).toList, List("no price"))

  test("error in a thread of the bot ends the program, which waits for it"):
    withBot(): bot =>
      val code = bot.run:
        val thread = Thread(() => error("no price"): Unit)
        thread.setUncaughtExceptionHandler((_, _) => ())
        thread.start()
        try java.util.concurrent.CountDownLatch(1).await()
        catch case _: InterruptedException => sys.error("interrupted")
      assertEquals(code, 1)
      assertEquals(bot.logs.map(_.message).toList, List("no price"))
      assert(!Thread.currentThread.isInterrupted)

  test("the result of a run is gone when the next one begins, unless that one only registers handlers"):
    withBot(): bot =>
      bot.run(success("looked")): Unit
      bot.run(query.run()): Unit
      assertEquals(bot.result.get("message").str, "looked")
      bot.run(log.info("nothing to report")): Unit
      assertEquals(bot.result, None)
      bot.run(query.run()): Unit
      assertEquals(bot.result, None)

  test("the folder of a bot is removed although a thread that the bot has left still writes"):
    for _ <- 1 to 20 do
      val begun = CountDownLatch(1)
      val (folder, writer) = withBot(): _ =>
        val folder = Files.createDirectories(Path.of(process.environment.stateDirectory))
        val writer = Thread: () =>
          try
            for file <- 1 to 100_000 do
              Files.createFile(folder.resolve(file.toString)): Unit
              begun.countDown()
          catch case _: NoSuchFileException => ()
        writer.start()
        begun.await()
        folder -> writer
      writer.join()
      assert(!Files.exists(folder.getParent))

  test("what a program throws reaches the test"):
    interceptMessage[IllegalArgumentException]("no such symbol"):
      withBot()(bot => bot.run(throw IllegalArgumentException("no such symbol")))

  test("handlers are asked, and cannot change the state or report results"):
    query.handler("/shares"): request =>
      state.getAs[Int]("shares").get * request.getInteger("times").getOrElse(1L)
    query.handler("/sell")(_ => state.set("shares", 0))
    query.handler("/report")(_ => success("sold"))
    query.handler("/thread"): _ =>
      var refused = ""
      val thread = Thread: () =>
        try state.set("shares", 0)
        catch case failure: BotyardException => refused = failure.code
      thread.start()
      thread.join()
      refused
    withBot(): bot =>
      state.set("shares", 10)
      assertEquals(
        bot.ask("/shares", ujson.Obj("times" -> "3")),
        ujson.Obj("status" -> "ok", "data" -> 30)
      )
      val refused = bot.ask("/shares", ujson.Obj("times" -> "x"))
      assertEquals(refused("code").str, "query.invalid_param")
      assertEquals(bot.logs.toList, Nil)
      assertEquals(bot.ask("/sell")("code").str, "query.handler_failed")
      assertEquals(bot.logs.head.data.get("type").str, "BotyardException")
      assertEquals(bot.logs.head.data.get("path").str, "/sell")
      assert(bot.ask("/report")("error").str.contains("success"))
      assertEquals(bot.ask("/thread")("data").str, "state.read_only")
      assertEquals(bot.ask("/buy")("code").str, "query.unknown_path")
      state.set("shares", 11)

  test("a thread of a pool that a handler has started can change the state for the bot afterwards"):
    val pool = java.util.concurrent.Executors.newSingleThreadExecutor()
    def sell(): Unit = pool.submit((() => state.set("shares", 0)): Runnable).get(): Unit
    query.handler("/pool"): _ =>
      try
        sell()
        "sold"
      catch case refused: java.util.concurrent.ExecutionException => refused.getCause.getMessage
    try
      withBot(): bot =>
        state.set("shares", 10)
        assertNotEquals(bot.ask("/pool")("data").str, "sold")
        assertEquals(state.getAs[Int]("shares"), Some(10))
        sell()
        assertEquals(state.getAs[Int]("shares"), Some(0))
    finally pool.shutdown()

  test("a query program registers its handlers and ends"):
    withBot(): bot =>
      for _ <- 1 to 2 do
        val code = bot.run:
          query.handler("/one")(_ => 1)
          query.run()
          sys.error("it has not ended")
        assertEquals(code, 0)
        assertEquals(bot.ask("/one"), ujson.Obj("status" -> "ok", "data" -> 1))

  test("bots of several threads take turns, and their own threads belong to them"):
    val found = ConcurrentLinkedQueue[(Int, Set[Int], Int)]()
    val threads = List.tabulate(8): number =>
      Thread: () =>
        withBot(ujson.Obj("number" -> number)): bot =>
          for _ <- 1 to 20 do
            val own = Thread: () =>
              val mine = input.parse().config("number").num.toInt
              metric("number", ujson.Obj("value" -> mine))
              state.set("number", mine)
            own.start()
            own.join()
          val emitted = bot.metrics.map(_.data("value").num.toInt)
          found.add((emitted.size, emitted.toSet, state.getAs[Int]("number").get)): Unit
    threads.foreach(_.start())
    threads.foreach(_.join())
    assertEquals(
      found.asScala.toList.sortBy(_(2)),
      List.tabulate(8)(number => (20, Set(number), number))
    )

  test("two bots cannot be entered in one thread"):
    val failure = intercept[IllegalStateException](withBot()(_ => withBot()(_ => ())))
    assertEquals(failure.getMessage, "another bot is entered in this thread; leave it first")
    withBot()(bot => assertEquals(bot.run(()), 0))

  test("a bot that cannot be entered leaves the turn to others"):
    given Writer[Price] = writer[Int].comap(_ => sys.error("full"))
    intercept[RuntimeException](withBot(Price("AAPL", 187.5))(_ => ())): Unit
    val other = Future(withBot()(bot => bot.run(())))
    assertEquals(Await.result(other, 20.seconds), 0)
end TestingSuite
