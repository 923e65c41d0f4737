package bots

import botyard.{query, state}

/** Fails in a function of the SDK, which it calls from a deep one of its own. */
object DeepQuery:
  def main(arguments: Array[String]): Unit =
    query.handler("/deep")(_ => deep(500))
    query.run()

  private def deep(left: Int): Int = if left > 0 then deep(left - 1) + 1 else fail()

  private def fail(): Int =
    state.set("x", 1) // line 14
    0
