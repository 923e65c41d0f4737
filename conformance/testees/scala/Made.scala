package adapter

import upickle.default.{writeJs, writer, Writer}

/** Arguments of ops: JSON values, and values that JSON cannot represent. */
enum Made:
  case Json(json: ujson.Value)
  case Items(items: Seq[Made])
  case Members(members: Seq[(String, Made)])
  case NullKey, Hooked, FailingHook

  def value: ujson.Value = this match
    case Json(json) => json
    case other      => writeJs(other)

  def text: String = value.str

object Made:
  given Writer[Made] with
    def write0[R](out: upickle.core.Visitor[?, R], made: Made): R = made match
      case Json(value)      => writer[ujson.Value].write(out, value)
      case Items(items)     => writer[Seq[Made]].write(out, items)
      case Members(members) => writer[Map[String, Made]].write(out, members.to(collection.immutable.ListMap))
      case NullKey          => writer[Map[String, Int]].write(out, Map((null: String) -> 1))
      case Hooked           => writer[ujson.Value].write(out, ujson.Obj("hooked" -> true))
      case FailingHook      => throw IllegalStateException("the hook fails")

  /** Replaces `{$make: …}`, `{$var: …}` and `{$literal: …}` in an argument. */
  def from(argument: ujson.Value, kept: String => ujson.Value): Made = argument match
    case ujson.Arr(items) => Items(items.toSeq.map(from(_, kept)))
    case ujson.Obj(members) =>
      members.toSeq match
        case Seq("$literal" -> inner)        => Json(inner)
        case Seq("$var" -> name)             => Json(kept(name.str))
        case Seq("$make" -> ujson.Str(kind)) => make(kind, 0)
        case Seq("$make" -> kind)            => make(kind(0).str, kind(1).num.toInt)
        case several                         => Members(several.map((key, inner) => key -> from(inner, kept)))
    case plain => Json(plain)

  private def make(kind: String, size: Int): Made = kind match
    case "nan"            => Json(ujson.Num(Double.NaN))
    case "infinity"       => Json(ujson.Num(Double.PositiveInfinity))
    case "-infinity"      => Json(ujson.Num(Double.NegativeInfinity))
    case "negative-zero"  => Json(ujson.Num(-0.0))
    case "lone-surrogate" => Json(ujson.Str(s"a${high}b"))
    case "surrogate-keys" => Json(ujson.Obj(high -> 1, low -> 2))
    case "cycle"          => Json(cycle)
    case "deep"           => Json(nested(size, ujson.Arr())(ujson.Arr(_)))
    case "deep-object"    => Json(nested(size, ujson.Obj())(inner => ujson.Obj("a" -> inner)))
    case "long"           => Json("x" * size)
    case "null-key"       => NullKey
    case "hooked"         => Hooked
    case "failing-hook"   => FailingHook

  private val (high, low) = (0xd800.toChar.toString, 0xdc00.toChar.toString)

  private def nested(depth: Int, innermost: ujson.Value)(wrap: ujson.Value => ujson.Value): ujson.Value =
    Iterator.iterate(innermost)(wrap).drop(depth - 1).next()

  private def cycle: ujson.Value =
    val items = ujson.Arr()
    items.value += items
    items
end Made
