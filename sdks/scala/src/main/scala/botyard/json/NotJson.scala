package botyard.json

/** A text that is not JSON, or a value that has no JSON form; the message says what exactly is wrong. */
private[botyard] final class NotJson(reason: String, cause: Throwable | Null = null)
    extends RuntimeException(reason, cause)

/** Deeper nesting is refused, when reading and when writing [JSON-13]. */
private[json] val MaxDepth = 512
