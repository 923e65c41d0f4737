package botyard.query

import botyard.{json, BotyardException}

final class RequestSuite extends munit.FunSuite:
  private val request = Request(
    "/p",
    ujson.Obj(
      "n" -> 5,
      "t" -> "5.0",
      "s" -> "x",
      "b" -> "true",
      "z" -> ujson.Null,
      "a" -> "[1]",
      "q" -> "\"5\"",
      "w" -> " 5",
      "l" -> 9007199254740992.0
    )
  )

  test("an accessor takes a value and its text"):
    assertEquals(request.getInteger("n"), Some(5L))
    assertEquals(request.getInteger("t"), Some(5L))
    assertEquals(request.getNumber("t"), Some(5.0))
    assertEquals(request.getBoolean("b"), Some(true))
    assertEquals(request.getArray("a"), Some(ujson.Arr(1)))
    assertEquals(request.getAs[List[Int]]("a"), Some(List(1)))

  test("an absent or null parameter is none"):
    for key <- List("absent", "z") do
      assertEquals(request.get(key), None)
      assertEquals(request.getInteger(key), None)

  test("a parameter that does not fit is refused, with its key"):
    val refused = intercept[BotyardException](request.getInteger("s"))
    assertEquals(refused.code, "query.invalid_param")
    assertEquals(refused.getMessage, "parameter \"s\" must be an integer, got \"x\"")
    for key <- List("q", "w") do
      assertEquals(intercept[BotyardException](request.getNumber(key)).code, refused.code)
    assertEquals(intercept[BotyardException](request.getInteger("l")).code, refused.code)
    assertEquals(intercept[BotyardException](request.getString("n")).code, refused.code)
    assertEquals(intercept[BotyardException](request.getAs[Int]("s")).code, refused.code)

  test("a number that is refused is shown with all its digits"):
    val request = Request("/p", json.read("""{"n":9007199254740993}""").asInstanceOf[ujson.Obj])
    for read <- List(() => request.getInteger("n"), () => request.getAs[Double]("n")) do
      val message = intercept[BotyardException](read(): Unit).getMessage
      assert(message.endsWith("got 9007199254740993"), message)

  test("a parameter that does not fit its type is refused with the path of what does not"):
    val request = Request("/p", ujson.Obj("of" -> "[1,2.5]", "at" -> "noon", "n" -> "5", "id" -> "x"))
    def messageOf(read: => Any) = intercept[BotyardException](read: Unit).getMessage
    assertEquals(
      messageOf(request.getAs[List[Int]]("of")),
      "parameter \"of[1]\" must be an integer, got 2.5"
    )
    assertEquals(messageOf(request.getAs[Int]("at")), "parameter \"at\" must be an integer, got \"noon\"")
    assertEquals(
      messageOf(request.paramsAs[Map[String, Int]]),
      "parameter \"of\" must be an integer, got \"[1,2.5]\""
    )
    assertEquals(messageOf(request.paramsAs[Wanted]), "parameter \"limit\" must be an integer, got nothing")
    val refused = intercept[BotyardException](request.getAs[java.util.UUID]("id"))
    assertEquals(
      refused.getMessage,
      "parameter \"id\" must be valid (Invalid UUID string: x), got \"x\""
    )
    assertEquals(refused.getCause.getMessage, "Invalid UUID string: x")

  test("all parameters are read as one type"):
    val request = Request("/p", ujson.Obj("limit" -> "5", "name" -> "5", "z" -> ujson.Null))
    assertEquals(request.paramsAs[Wanted], Wanted(5, Some("5")))

  test("values are copies"):
    request.values("n") = 6
    assertEquals(request.values("n"), ujson.Num(5))

  test("a target is decoded once, and its parameters as URLSearchParams does"):
    assertEquals(Target("/a%2541%zz+?x").path, "/a%41%zz+")
    assertEquals(Target("http://host:1/a?b").path, "/a")
    assertEquals(
      Target("/?a=1&a=2+3&b&=c&%C3%A9=%ff").params,
      ujson.Obj("a" -> "2 3", "b" -> "", "" -> "c", "é" -> "\ufffd")
    )
    assertEquals(Target("/%ed%a0%80").path, "/\ufffd\ufffd\ufffd")
end RequestSuite

private final case class Wanted(limit: Int, name: Option[String] = None) derives upickle.default.Reader
