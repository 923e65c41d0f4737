package botyard

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.matching.Regex

/** An example of a documentation comment: a program, and what it shows.
  *
  * @param name
  *   the public name that it documents; one of several has a number
  * @param fields
  *   the fields that the comment describes, and whose names occur in the program
  */
private final case class DocExample(name: String, program: String, fields: List[String]):
  private val query = DocExample.asked.findFirstMatchIn(program).map(_.subgroups)

  /** The lines of standard output: those of metrics, and what `println` prints. */
  def output: List[String] = texts(DocExample.printed)

  /** The lines of standard error. */
  def log: List[String] = texts(DocExample.logged)

  /** The content of the result file, unless the example shows none. */
  def result: Option[String] =
    query
      .map(asked => s"""{"status":"ok","data":${asked.last}}""")
      .orElse(texts(DocExample.reported).headOption)

  /** The variables that ask the query whose answer the example shows. */
  def variables: Map[String, String] = query match
    case Some(List(path, name, value, _)) =>
      val params = Option(name).map(_ -> ujson.Str(value))
      Map("QUERY_PATH" -> path, "QUERY_PARAMS" -> ujson.Obj.from(params).render())
    case _ => Map()

  /** The example as a main program; one that only registers a handler also answers the query. */
  def source(main: String): String =
    val run = if query.isEmpty || program.contains("query.run()") then "" else "query.run()"
    val body = (program.linesIterator ++ Iterator(run)).map(line => s"    $line\n").mkString
    s"object $main:\n  def main(arguments: Array[String]): Unit =\n$body"

  private def texts(form: Regex) = form.findAllMatchIn(program).map(_.group(1)).toList
end DocExample

private object DocExample:
  private val sources = Path.of("src/main/scala")
  private val comment = """( *)/\*\*((?s:.*?))\*/\n\s*((?:final |case )*)(def|class|object) (\w+)""".r
  private val example = """\{\{\{\n((?s:.*?))\n *\*? *\}\}\}""".r
  private val printed = """(?:println\(.*\) // |// (?=\{"_metric"))(.*)""".r
  private val logged = """// (\{"level".*)""".r
  private val reported = """// result\.json: (.*)""".r
  private val asked = """// (/\w+)(?:\?(\w+)=(\S+))? answers (.*)""".r

  /** The examples of all public names. */
  lazy val all: List[DocExample] =
    val files = Files.walk(sources).iterator.asScala.filter(_.toString.endsWith(".scala")).toList.sorted
    files
      .flatMap(examplesIn)
      .groupBy(_.name)
      .toList
      .sortBy(_(0))
      .flatMap: (name, same) =>
        same.zipWithIndex.map((one, at) => if at == 0 then one else one.copy(name = s"$name ${at + 1}"))

  private def examplesIn(file: Path): List[DocExample] =
    val text = Files.readString(file)
    val room = text.linesIterator.collectFirst { case s"package botyard$room" => room.drop(1) }.get
    var holder = ""
    comment
      .findAllMatchIn(text)
      .toList
      .flatMap: found =>
        val List(indent, comment, _, kind, name) = found.subgroups: @unchecked
        if indent.isEmpty then holder = if kind == "def" then "" else name
        val names = if indent.isEmpty then List(room, name) else List(room, holder, name)
        example.findFirstMatchIn(comment).map(of(names.filter(_.nonEmpty).mkString("."), comment, _))

  private def of(name: String, comment: String, found: Regex.Match): DocExample =
    val program = found.group(1).linesIterator.map(_.replaceFirst("^ *\\* ?", "")).mkString("\n")
    val fields =
      """@param (\w+)""".r
        .findAllMatchIn(comment)
        .map(_.group(1))
        .filter(field => program.contains(s".$field"))
    DocExample(name, program, fields.map(field => s"$name.$field").toList)
end DocExample
