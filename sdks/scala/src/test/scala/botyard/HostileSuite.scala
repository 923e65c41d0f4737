package botyard

/** Failures whose methods fail, and chains of causes that are long. */
final class HostileSuite extends munit.FunSuite:
  private val server =
    FunFixture[Server](_ => Server("botyard.HostileBot"), _.bot.process.destroyForcibly(): Unit)
  private val refusal = "parameter \"limit\" must be an integer, got \"x\""

  private def records(program: Program) = program.text("err").linesIterator.map(ujson.read(_)).toList

  server.test("a failure with a long chain of causes is answered, and its first causes are logged"): server =>
    for length <- List(5_000, 10_000, 50_000) do
      assertEquals(server.ask(s"/long?length=$length"), (500, """{"status":"error","error":"outermost"}"""))
    for data <- records(server.bot).map(_("data")) do
      assertEquals(data("cause").arr.map(_("message").str).toList, List.fill(8)("wrapped"))
      assert(data("stack").str.startsWith("java.lang.RuntimeException: outermost\n\tat botyard.HostileBot"))
      assertEquals(data("stack").str.length, 4001)
    assertEquals(records(server.bot).size, 3)

  server.test("a refused parameter is answered as such in however many failures"): server =>
    for length <- List(1, 101, 10_000) do
      val answer = ujson.Obj("status" -> "error", "error" -> refusal, "code" -> "query.invalid_param")
      val (status, body) = server.ask(s"/refused?length=$length&limit=x")
      assertEquals(status -> ujson.read(body), 400 -> answer)
    assertEquals(server.bot.text("err"), "")

  server.test("a failure with endless causes is answered and logged"): server =>
    assertEquals(server.ask("/endless"), (500, """{"status":"error","error":"endless"}"""))
    val List(record) = records(server.bot): @unchecked
    assertEquals(record("data")("cause").arr.size, 8)
    assertEquals(record("data")("type").str, "Endless")

  server.test("a failure whose methods overflow the stack is answered and logged"): server =>
    val none = "the handler failed without a message"
    assertEquals(server.ask("/hostile"), (500, s"""{"status":"error","error":"$none"}"""))
    val List(record) = records(server.bot): @unchecked
    assertEquals((record("message").str, record("data")("type").str), (none, "Hostile"))
    assert(record("data")("stack").str.startsWith("botyard.Hostile"))

  server.test("a cause whose methods overflow the stack is answered and logged"): server =>
    assertEquals(server.ask("/hostile-cause"), (500, """{"status":"error","error":"outermost"}"""))
    val List(record) = records(server.bot): @unchecked
    assertEquals(record("data")("cause"), ujson.Arr(ujson.Obj("type" -> "Hostile", "message" -> "")))
    assert(record("data")("stack").str.startsWith("java.lang.RuntimeException: outermost\n\tat botyard"))

  server.test("a parameter is refused although what its type throws fails in turn"): server =>
    assertEquals(server.ask("/type?limit=x")(0), 400)

  for (path, code) <- List("/long" -> "query.handler_failed", "/refused" -> "query.invalid_param") do
    test(s"a one-shot query of $path that fails with 50,000 causes writes its answer"):
      val variables =
        List("QUERY_PATH" -> path, "QUERY_PARAMS" -> """{"length":50000,"limit":"x"}""")
      val bot = Program("botyard.HostileBot", variables*)
      assertEquals(bot.end(), 1)
      assertEquals(bot.json("result.json")("code").str, code)
end HostileSuite

object HostileBot:
  def main(arguments: Array[String]): Unit =
    query.handler[Unit]("/long"): request =>
      throw RuntimeException("outermost", wrapped(IllegalStateException("innermost"), request))
    query.handler[Unit]("/refused"): request =>
      try request.getInteger("limit"): Unit
      catch case error: BotyardException => throw wrapped(error, request)
    query.handler[Unit]("/endless")(_ => throw Endless())
    query.handler[Unit]("/hostile")(_ => throw Hostile())
    query.handler[Unit]("/hostile-cause")(_ => throw RuntimeException("outermost", Hostile()))
    query.handler("/type"): request =>
      given upickle.default.Reader[Int] = upickle.default.reader[String].map(_ => throw Mute())
      request.getAs[Int]("limit")
    query.run()

  private def wrapped(failure: Throwable, request: query.Request): Throwable =
    val length = request.getInteger("length").getOrElse(0L).toInt
    Iterator.iterate(failure)(RuntimeException("wrapped", _)).drop(length).next()

private final class Endless extends RuntimeException("endless"):
  override def getCause: Throwable = Endless()

private final class Mute extends RuntimeException:
  override def getMessage: String = throw IllegalStateException("mute")

/** Each of its methods overflows the stack. */
private final class Hostile extends RuntimeException:
  private def overflow(depth: Int): Int = 1 + overflow(depth + 1)
  override def getMessage: String = overflow(0).toString
  override def getCause: Throwable = RuntimeException(overflow(0).toString)
  override def toString: String = overflow(0).toString
  override def getStackTrace: Array[StackTraceElement] = Array.fill(overflow(0))(null)
