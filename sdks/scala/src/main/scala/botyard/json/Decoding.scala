package botyard.json

import scala.util.control.NonFatal
import upickle.core.{Abort, BufferedValue, ObjVisitor, SimpleVisitor, Visitor}
import upickle.default.{CaseClassReader, TaggedReader, TupleNReader}

/** Gives the parts of a value to uPickle's readers, with their places, and nothing that they would change. */
private final class Decoding(ofQuery: Boolean):
  def read[T](value: ujson.Value, reader: Visitor[?, T], place: Place): T =
    val made = value match
      case array: ujson.Arr   => readItems(array, reader, place)
      case members: ujson.Obj => readMembers(members, reader, place)
      case scalar             => readScalar(scalar, reader, place)
    // Readers answer so to a null that their type does not have; it would count as 0.
    if made == null then throw Misfit(place, expectedBy(reader, value), Some(value)) else made

  /** Reads a value or, if it does not fit, the value whose JSON text it is. */
  def readSpelled[T](value: ujson.Value, reader: Visitor[?, T], place: Place): T =
    try read(value, reader, place)
    catch
      case misfit: Misfit =>
        val inner = spelled(value).getOrElse(throw misfit)
        try read(inner, reader, place)
        // What is wrong inside of the JSON text says more than that it is no text.
        catch case deeper: Misfit => throw (if deeper.place.size > place.size then deeper else misfit)

  private def readScalar[T](value: ujson.Value, reader: Visitor[?, T], place: Place): T =
    val base = basis(reader)
    val scalar = Scalar.of(base).filterNot(_ => value.isNull)
    val fits = base match
      case tagged: TaggedReader[?] => value.strOpt.forall(isSingleton(tagged, _))
      case _: CaseClassReader[?]   => value.strOpt.isEmpty // uPickle would make it of its defaults
      case _                       => scalar.forall(_.has(value))
    if !fits then throw Misfit(place, expectedBy(reader, value), Some(value))
    asking(reader, value, place)(scalar.fold(visitScalar(value, reader))(_.visit(value, reader)))

  private def readItems[T](array: ujson.Arr, reader: Visitor[?, T], place: Place): T =
    if !takesItems(reader, array.value.size) then throw Misfit(place, expectedBy(reader, array), Some(array))
    val into = asking(reader, array, place)(reader.visitArray(array.value.size, -1).narrow)
    for (item, at) <- array.value.iterator.zipWithIndex do
      val inner = at :: place
      val made = read(item, asking(reader, item, inner)(into.subVisitor), inner)
      asking(reader, item, inner)(into.visitValue(made, -1))
    asking(reader, array, place)(into.visitEnd(-1))

  private def readMembers[T](members: ujson.Obj, reader: Visitor[?, T], place: Place): T =
    val into = asking(reader, members, place)(start(reader))
    for (key, value) <- withTagFirst(members, reader) do
      val inner = key :: place
      enter(into, key, inner)
      val part = into.subVisitor
      val made =
        if ofQuery && place.isEmpty then readSpelled(value, part, inner) else read(value, part, inner)
      asking(reader, value, inner)(into.visitValue(made, -1))
    asking(reader, members, place):
      try into.visitEnd(-1)
      catch
        case error: Abort =>
          error.getMessage match
            case missingTag(tag) => throw Misfit(tag :: place, "a string", None)
            case missingKeys(keys) =>
              for key <- keys.split(", ") do addAbsent(into, key, key :: place)
              into.visitEnd(-1)
            case _ => throw error

  /** Adds null for a member that is missing, if its type has null. */
  private def addAbsent(into: ObjVisitor[Any, ?], key: String, place: Place): Unit =
    enter(into, key, place)
    val part = into.subVisitor
    val made = asking(part, ujson.Null, place)(part.visitNull(-1))
    if made == null then throw Misfit(place, expectedBy(part, ujson.Null), None)
    into.visitValue(made, -1)
end Decoding

private val missingKeys = "(?s)missing keys in dictionary: (.*)".r
private val missingTag = "(?s)Missing key \"(.*)\" for tagged dictionary".r

private def start[T](reader: Visitor[?, T]): ObjVisitor[Any, T] = reader.visitObject(-1, true, -1).narrow

/** Announces a member. Keys of a map may be other than text, and then are as exact as values are. */
private def enter(into: ObjVisitor[Any, ?], key: String, place: Place): Unit =
  val reader = into.visitKey(-1)
  val name = ujson.Str(key)
  for scalar <- Scalar.of(basis(reader)) if !scalar.has(name) && !spelled(name).exists(scalar.has) do
    throw Misfit(place, s"a key that is ${scalar.insteadOf(name)}", Some(name))
  asking(reader, name, place)(into.visitKeyValue(reader.visitString(key, -1)))

/** Whether a reader takes an array of this size. uPickle writes maps as arrays of pairs, unless their keys are text, and
  * an option of an option as an array of what it has; its readers of these and of `Either` do not look at the size.
  */
private def takesItems(reader: Visitor[?, ?], size: Int): Boolean = basis(reader) match
  case tuple: TupleNReader[?]     => tuple.readers.length == size
  case _: NestedOption            => size <= 1
  case either if isEither(either) => size == 2
  case simple: SimpleVisitor[?, ?] if simple.expectedMsg == "expected map or sequence" =>
    Scalar.of(basis(start(simple).visitKey(-1))).isEmpty
  case _ => true

/** The members with the tag of a sealed type first: uPickle puts aside what comes before it, and reads it by itself. */
private def withTagFirst(members: ujson.Obj, reader: Visitor[?, ?]): Iterable[(String, ujson.Value)] =
  def putsAside(key: String) =
    val into = start(reader)
    into.visitKeyValue(into.visitKey(-1).visitString(key, -1))
    into.subVisitor eq BufferedValue.Builder
  basis(reader) match
    case _: TaggedReader[?] =>
      val (others, tags) = members.value.toSeq.partition((key, _) => putsAside(key))
      tags ++ others
    case _ => members.value

/** Asks a reader of uPickle or of the bot; what it throws is its refusal. */
private def asking[T](reader: Visitor[?, ?], value: ujson.Value, place: Place)(call: => T): T =
  try call
  catch
    case misfit: Misfit => throw misfit
    case NonFatal(error) =>
      val expected = (basis(reader), error) match
        case (simple: SimpleVisitor[?, ?], abort: Abort) if abort.getMessage.startsWith(simple.expectedMsg) =>
          expectedBy(reader, value)
        case (tagged: TaggedReader[?], _: Abort) if !value.isInstanceOf[ujson.Obj] => oneOf(tagsOf(tagged))
        case _                                                                     => ""
      throw Misfit(place, expected, Some(value), if expected.isEmpty then error else null)
