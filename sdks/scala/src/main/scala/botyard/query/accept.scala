package botyard.query

/** Which JSON values the typed accessors accept. */
private object accept:
  private val LargestInteger = 9007199254740991.0

  type Rule[T] = PartialFunction[ujson.Value, T]

  val string: Rule[String] = { case ujson.Str(text) => text }
  val number: Rule[Double] = { case ujson.Num(number) => number }
  val integer: Rule[Long] =
    case ujson.Num(number) if number.isWhole && number.abs <= LargestInteger => number.toLong
  val boolean: Rule[Boolean] = { case ujson.Bool(flag) => flag }
  val array: Rule[ujson.Arr] = { case array: ujson.Arr => copy(array) }
  val obj: Rule[ujson.Obj] = { case members: ujson.Obj => copy(members) }
