package botyard

import java.nio.file.{Files, Path}

import scala.concurrent.duration.{Duration, DurationInt}

/** The examples of the documentation comments: every public name has one, and each gives what it shows. */
final class DocExamplesSuite extends munit.FunSuite:
  // Each starts a JVM, and the first compiles all of them.
  override val munitTimeout: Duration = 5.minutes

  private val classes = FunFixture[Path](_ => DocExamplesSuite.classes, _ => ())
  private val variables = Map("BOT_ID" -> "bot-1", "BOT_CONFIG" -> """{"symbol":"AAPL"}""")

  test("every public name has an example, or is a field that occurs in that of its class"):
    val names = Files.readString(Path.of("src/test/resources/public-names.txt")).linesIterator.toSet
    assertEquals(names -- DocExample.all.flatMap(example => example.name :: example.fields), Set())

  for (example, at) <- DocExample.all.zipWithIndex do
    classes.test(s"the example of ${example.name} gives what it shows"): classes =>
      val bot = Program(s"Example$at", variables ++ example.variables, classPath = List(classes))
      assertEquals(bot.end(), if example.name.startsWith("error") then 1 else 0, bot.text("err"))
      assertEquals(lines(bot.text("err")), example.log)
      assertEquals(lines(bot.text("out")), example.output)
      val result = bot.folder.resolve("result.json")
      assertEquals(Option.when(Files.exists(result))(Files.readString(result)), example.result)

  private def lines(text: String) =
    text.replaceAll("\"timestamp\":\"[^\"]+", "\"timestamp\":\"…").linesIterator.toList
end DocExamplesSuite

private object DocExamplesSuite:
  /** All examples, compiled. */
  lazy val classes: Path =
    val programs = DocExample.all.zipWithIndex.map((example, at) => example.source(s"Example$at"))
    compiled(("import botyard.*\n" :: programs).mkString("\n"))

/** Compiles a source; returns the folder of the classes. */
private def compiled(source: String): Path =
  val folder = Files.createTempDirectory("botyard-examples-")
  val file = folder.resolve("examples.scala")
  Files.writeString(file, source): Unit
  val reporter = dotty.tools.dotc.Main.process(Array("-usejavacp", "-d", folder.toString, file.toString))
  assert(!reporter.hasErrors, reporter.summary)
  folder
