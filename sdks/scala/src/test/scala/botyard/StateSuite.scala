package botyard

import java.nio.file.{Files, Path}
import scala.sys.process.*
import scala.util.Try

final class StateSuite extends munit.FunSuite:
  private val call = """(fsync|rename)\(.*/([.a-z]+(?:-n)?)(?:-[0-9a-f]{16})?[>"]""".r

  private lazy val seen =
    val bot = Program("botyard.StateBot")
    assertEquals(bot.end(), 0, bot.text("err"))
    bot.json("result.json")

  test("a value has at most 1 MiB"):
    assertEquals(seen("largest").str, "")
    assertEquals(seen("larger").str, "state.value_too_large")

  test("a file that is not JSON is corrupt, and set replaces it"):
    assertEquals(seen("corrupt").str, "state.corrupt")
    assertEquals(seen("mended"), ujson.Num(1))

  test("a link with the name of a key is not a key, and stays"):
    assertEquals(seen("link"), ujson.Obj("value" -> "none", "deleted" -> false, "stays" -> true))

  test("set replaces the file, so that a reader of the old one still has all of it"):
    assertEquals(seen("old"), ujson.Str("1"))

  test("a set that the system refuses fails with its error, and leaves no temporary file"):
    assertEquals(seen("refused").str, "state.write_failed")
    assertEquals(seen("temporary"), ujson.Arr())

  test("keys are listed by their bytes"):
    assertEquals(seen("keys"), ujson.Arr("A", "B", "a", "b", "c", "n", "é", "\uffee", "😀"))

  test("set flushes the file before it has its name, and then the directory"):
    val strace = List("strace", "-f", "-y", "-e", "trace=fsync,rename", "-o")
    assume(Try(strace ++ List("/dev/null", "true")).map(_.!).toOption.contains(0), "strace cannot be used")
    val bot = Program("botyard.SetBot", Map.empty, under = strace :+ "calls")
    assertEquals(bot.end(), 0, bot.text("err"))
    val calls = call.findAllMatchIn(bot.text("calls")).map(found => s"${found.group(1)} ${found.group(2)}")
    assertEquals(calls.toList, List("fsync .tmp-n", "rename n.json", "fsync .state"))

  test("clear removes the keys and nothing else"):
    assertEquals(seen("left"), ujson.Arr("folder.json", "link.json"))
end StateSuite

object SetBot:
  def main(arguments: Array[String]): Unit = state.set("n", 1)

/** Does what StateSuite looks at, and reports it as its result. */
object StateBot:
  private val directory = Path.of(".state")
  private def file(name: String) = directory.resolve(name)

  private def codeOf(action: => Unit): String =
    try
      action
      ""
    catch case error: BotyardException => error.code

  private def names: List[String] = directory.toFile.list.toList.sorted

  def main(arguments: Array[String]): Unit =
    val seen = ujson.Obj()
    seen("largest") = codeOf(state.set("n", "x" * (1024 * 1024 - 2)))
    seen("larger") = codeOf(state.set("n", "x" * (1024 * 1024 - 1)))
    Files.writeString(file("c.json"), "{"): Unit
    seen("corrupt") = codeOf(state.get("c"): Unit)
    state.set("c", 1)
    seen("mended") = state.get("c").get
    Files.createLink(Path.of("old"), file("c.json")): Unit
    state.set("c", 2)
    seen("old") = Files.readString(Path.of("old"))
    Files.createSymbolicLink(file("link.json"), Path.of("c.json")): Unit
    val value = state.get("link").fold("none")(_.toString)
    seen("link") = ujson.Obj(
      "value" -> value,
      "deleted" -> state.delete("link"),
      "stays" -> Files.isSymbolicLink(file("link.json"))
    )
    Files.createDirectory(file("folder.json")): Unit
    seen("refused") = codeOf(state.set("folder", 1))
    seen("temporary") = names.filter(_.startsWith(".tmp"))
    for key <- List("b", "\uffee", "a", "😀", "B", "é", "A") do state.set(key, 1)
    seen("keys") = state.list()
    state.clear()
    seen("left") = names
    result(seen)
end StateBot
