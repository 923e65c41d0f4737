package botyard.json

import java.lang.reflect.Field
import scala.annotation.tailrec
import scala.util.Try
import upickle.core.{SimpleVisitor, Visitor}
import upickle.default.*

/** The reader that uPickle's mapped and delegating ones end in, from which their words and their rules come.
  *
  * uPickle keeps it in a private field. Where this cannot be read, the reader's own checks are all there are. A reader
  * of the bot that delegates may accept more than the other one, and is its own basis.
  */
@tailrec private def basis(reader: Visitor[?, ?]): Visitor[?, ?] =
  wrapped(reader) match
    case Some(inner) => basis(inner)
    case None        => reader

private def wrapped(reader: Visitor[?, ?]): Option[Visitor[?, ?]] = reader match
  case _ if !reader.getClass.getName.startsWith("upickle.") => None
  case _: Visitor.MapReader[?, ?, ?] => mappedReader.map(_.get(reader).asInstanceOf[Visitor[?, ?]])
  case _: Visitor.Delegate[?, ?]     => delegatedReader.map(_.get(reader).asInstanceOf[Visitor[?, ?]])
  case _                             => None

private lazy val mappedReader = fieldOf(classOf[Visitor.MapReader[?, ?, ?]], "delegatedReader")
private lazy val delegatedReader = fieldOf(classOf[Visitor.Delegate[?, ?]], "delegatedReader")

private def fieldOf(of: Class[?], name: String): Option[Field] =
  Try:
    val field = of.getDeclaredField(name)
    field.setAccessible(true)
    field
  .toOption

/** The reader of an option of an option. */
private type NestedOption = OptionReader[?] & SimpleVisitor[?, ?]

private def isEither(reader: Visitor[?, ?]) = reader.getClass eq eitherReader

private lazy val eitherReader = EitherReader[Int, Int].getClass

/** What a reader expects instead of a value, in words; empty if it does not say. */
private def expectedBy(reader: Visitor[?, ?], value: ujson.Value): String =
  val base = basis(reader)
  val words = Scalar.of(base).map(_.insteadOf(value)).getOrElse(wordsOf(base))
  if words.nonEmpty && hasNull(reader) then s"$words or null" else words

@tailrec private def hasNull(reader: Visitor[?, ?]): Boolean = reader match
  case _: NestedOption    => false
  case _: OptionReader[?] => true
  case _ =>
    wrapped(reader) match
      case Some(inner) => hasNull(inner)
      case None        => false

private def wordsOf(reader: Visitor[?, ?]): String = reader match
  case tagged: TaggedReader[?] =>
    val tags = tagsOf(tagged)
    if tags.nonEmpty && tags.forall(isSingleton(tagged, _)) then oneOf(tags) else "an object"
  case tuple: TupleNReader[?]     => s"an array of ${tuple.readers.length}"
  case _: NestedOption            => "an array of at most 1"
  case either if isEither(either) => "an array of 2"
  case simple: SimpleVisitor[?, ?] =>
    simple.expectedMsg match
      case "expected sequence"                                => "an array"
      case "expected dictionary" | "expected map or sequence" => "an object"
      case "expected string"                                  => "a string"
      case "expected unit"                                    => "null"
      case said                                               => said.stripPrefix("expected ")
  case _ => ""

private def oneOf(tags: Seq[String]) = tags.map(tag => text(tag)).mkString("one of ", ", ", "")

/** Whether a text stands for a value of a sealed type: its case has no parts. */
private def isSingleton(reader: TaggedReader[?], tag: String) =
  reader.findReader(tag).isInstanceOf[SingletonReader[?]]

/** The names of the cases of a sealed type, such as an enumeration, in their order. */
private def tagsOf(reader: TaggedReader[?]): Seq[String] = reader match
  case _: TaggedReader.Leaf[?] => partsOf(reader, "tagShortValue").collect { case tag: String => tag }
  case _: TaggedReader.Node[?] =>
    partsOf(reader, "rs").collect { case inner: Seq[?] => inner }.flatten.flatMap(tagsOfAny)
  case joined => // with a writer
    joined.getClass.getDeclaredFields.toSeq
      .flatMap(field => partsOf(joined, field.getName))
      .flatMap(tagsOfAny)
      .distinct

private def tagsOfAny(part: Any): Seq[String] = part match
  case inner: TaggedReader[?] => tagsOf(inner)
  case _                      => Nil

private def partsOf(reader: TaggedReader[?], name: String): Seq[Any] =
  fieldOf(reader.getClass, name).map(_.get(reader)).toSeq
