package bot

import botyard.{query, state}

/** Answers queries about the bot. It can read the bot's state, but not change it. */
object Query:
  def main(arguments: Array[String]): Unit =
    query.handler("/status"): _ =>
      val config = query.getConfig()
      ujson.Obj("symbol" -> config("symbol"), "beats" -> state.get("beats").getOrElse(ujson.Num(0)))
    query.run()
