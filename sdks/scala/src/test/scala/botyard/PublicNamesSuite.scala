package botyard

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Pins the public names. docs/reference/sdk.md has the same, as a test of the repository ensures. */
final class PublicNamesSuite extends munit.FunSuite:
  private val sources = Path.of("src/main/scala")
  private val definition =
    """^( *)((?:final |sealed |override |inline |lazy |case )*)(def|val|var|class|object|enum|trait|type) (\w+)(?:\[\S+\])?(.*)$""".r

  test("the public names are those of the list"):
    val found =
      Files.walk(sources).iterator.asScala.filter(_.toString.endsWith(".scala")).flatMap(namesOf).toSet
    assertEquals(
      found.toList.sorted,
      Files.readString(Path.of("src/test/resources/public-names.txt")).linesIterator.toList
    )

  /** Public definitions of a file at the top, and those directly inside of a public one. */
  private def namesOf(file: Path): List[String] =
    val lines = Files.readString(file).linesIterator.toList
    val room = lines.collectFirst { case s"package botyard$room" => room.drop(1) }.get
    var holder = Option.empty[String]
    lines
      .flatMap: line =>
        val names = line match
          case definition("", words, kind, name, rest) =>
            holder = Option.when(kind != "def")(name)
            (if kind == "object" then Nil else List(name)) ++ fields(words, rest).map(field =>
              s"$name.$field"
            )
          case definition("  ", words, kind, name, rest) =>
            val inner = if kind == "class" then fields(words, rest) else Nil
            holder.toList.flatMap(outer => s"$outer.$name" :: inner.map(field => s"$outer.$name.$field"))
          case definition("    ", _, "val", name, s"$_,") => holder.toList.map(outer => s"$outer.$name")
          case s"private$_" =>
            holder = None
            Nil
          case _ => Nil
        names
          .filterNot(_ => line.contains(" override def toString"))
          .map(name => if name.startsWith("ErrorCode.") then "ErrorCode" else name) // one name for all codes
          .map(name => (room :: name :: Nil).filter(_.nonEmpty).mkString("."))

  private def fields(words: String, parameters: String): List[String] =
    val field = if words.contains("case ") then """\b(\w+):""".r else """\bval (\w+):""".r
    if !parameters.startsWith("(") then Nil else field.findAllMatchIn(parameters).map(_.group(1)).toList
end PublicNamesSuite
