package botyard.process

import java.time.Instant

/** The time of the system. */
private[botyard] object clock:
  /** The last second that was formatted, and its text: formatting takes as long as writing a line. */
  @volatile private var formatted = (0L, "1970-01-01T00:00:00.")

  /** The time in UTC as RFC 3339 with exactly three fraction digits [MET-3]. */
  def timestamp(now: Long = time): String =
    val second = Math.floorDiv(now, 1000L)
    val last = formatted
    val text = if last(0) == second then last(1) else format(second)
    val digits = (1000 + Math.floorMod(now, 1000L)).toString
    text + digits.substring(1) + "Z"

  private def time = TestProcess.current match
    case None       => System.currentTimeMillis
    case Some(test) => test.time

  private def format(second: Long): String =
    val text = s"${Instant.ofEpochSecond(second).toString.dropRight(1)}."
    formatted = (second, text)
    text
