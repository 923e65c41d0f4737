package botyard

/** The paths that every bot answers. */
private[botyard] object builtins:
  val paths: Set[String] = Set("/health", "/info")

  /** The answer of a built-in path, or `None` for any other path [BI-1, BI-2]. */
  def answer(path: String, available: => Seq[String]): Option[ujson.Value] = path match
    case "/health" => Some(ujson.Obj("status" -> "ok"))
    case "/info"   => Some(ujson.Obj("available_queries" -> available))
    case _         => None
