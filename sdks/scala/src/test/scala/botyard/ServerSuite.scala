package botyard

import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.net.{ConnectException, ServerSocket, Socket, URI}
import java.nio.file.Files
import java.util.concurrent.CompletableFuture
import scala.annotation.tailrec
import scala.io.Source
import scala.util.Using

final class ServerSuite extends munit.FunSuite:
  private val server = FunFixture[Server](_ => Server(), _.bot.process.destroyForcibly(): Unit)

  server.test("a server answers, survives failures and ends on SIGTERM with exit code 0"): server =>
    assertEquals(server.ask("/trades?limit=5", """{"limit":7}"""), (200, "7"))
    assertEquals(server.ask("/bad"), (500, """{"status":"error","error":"no data"}"""))
    assertEquals(server.ask("/left"), (200, "null"))
    assertEquals(server.ask("/interrupted"), (200, "null"))
    assertEquals(server.ask("/nope")(0), 404)
    assertEquals(server.ask("/health"), (200, "\"own\""))
    server.bot.process.destroy()
    assertEquals(server.bot.end(), 0)
    val messages = server.bot.text("err").linesIterator.map(ujson.read(_)("message").str).toList
    assertEquals(messages.sorted, List("left", "no data"))

  server.test("what is no query is refused"): server =>
    val put = server.send("/trades", _.PUT(BodyPublishers.ofString("{}"))).get
    assertEquals(put.statusCode -> put.headers.firstValue("Allow").get, 405 -> "GET, POST")
    assertEquals(server.ask("/trades", " " * (1024 * 1024 + 1))(0), 413)
    val chunks = BodyPublishers.ofInputStream(() => java.io.ByteArrayInputStream(new Array(1024 * 1024 + 1)))
    assertEquals(server.send("/trades", _.POST(chunks)).get.statusCode, 413)
    assertEquals(server.ask("/trades", "[]")(0), 400)

  server.test("the answer to a body that is too large ends the connection"): server =>
    val large = "x" * (1024 * 1024 + 1)
    val bodies = List(
      s"Content-Length: ${large.length}\r\n\r\n",
      s"Transfer-Encoding: chunked\r\n\r\n${large.length.toHexString}\r\n$large\r\n0\r\n\r\n"
    )
    for body <- bodies do
      val answers = server.raw(s"POST /trades HTTP/1.1\r\nHost: x\r\n$body" + next)
      assertEquals(answers, List("HTTP/1.1 413 Request Entity Too Large"))

  server.test("a Content-Length that is not made of digits is answered with 400, and ends the connection"):
    server =>
      for length <- List("+2", "-2", "2, 2", "0x2", "2.0", "", "\u0662") do
        val answers =
          server.raw(s"POST /trades HTTP/1.1\r\nHost: x\r\nContent-Length: $length\r\n\r\n{}" + next)
        assertEquals(answers, List("HTTP/1.1 400 Bad Request"), length)

  private val next = "GET /trades HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  server.test("32 slow handlers and half a request delay no query, and SIGTERM waits for their answers"):
    server =>
      val half = Socket("127.0.0.1", server.port)
      half.getOutputStream.write("POST /trades HTTP/1.1\r\n".getBytes)
      val slow = List.fill(32)(server.send("/slow", identity))
      server.until(server.bot.text("out").linesIterator.size == 32)
      assertEquals(server.ask("/trades", """{"limit":7}"""), (200, "7"))
      server.bot.process.destroy()
      server.until(server.refuses)
      Files.createFile(server.bot.folder.resolve("go")): Unit
      assertEquals(slow.map(_.get.body).distinct, List("\"slow\""))
      assertEquals(server.bot.end(), 0)
      half.close()
end ServerSuite

/** A query server in a process of its own. */
private final class Server(program: String = "botyard.QueryBot"):
  val port: Int = Using.resource(ServerSocket(0))(_.getLocalPort)
  val bot: Program = Program(program, "QUERY_PORT" -> port.toString)
  private val client = HttpClient.newHttpClient
  until(!refuses)

  def send(
      target: String,
      method: HttpRequest.Builder => HttpRequest.Builder
  ): CompletableFuture[HttpResponse[String]] =
    val request = HttpRequest.newBuilder(URI(s"http://127.0.0.1:$port$target"))
    client.sendAsync(method(request).build, BodyHandlers.ofString)

  /** The status and the body of an answer. */
  def ask(target: String, body: String = "{}"): (Int, String) =
    val answer = send(target, _.POST(BodyPublishers.ofString(body))).get
    answer.statusCode -> answer.body

  /** The status lines of all answers on a connection, until the server closes it. */
  def raw(sent: String): List[String] =
    Using.resource(Socket("127.0.0.1", port)): socket =>
      socket.setSoTimeout(10_000)
      socket.getOutputStream.write(sent.getBytes)
      Source
        .fromInputStream(socket.getInputStream)
        .mkString
        .linesIterator
        .filter(_.contains("HTTP/1.1 "))
        .toList

  def refuses: Boolean =
    try
      Socket("127.0.0.1", port).close()
      false
    catch case _: ConnectException => true

  @tailrec final def until(condition: => Boolean): Unit =
    if !bot.process.isAlive then throw AssertionError(bot.text("err"))
    if !condition then
      Thread.sleep(10)
      until(condition)
end Server
