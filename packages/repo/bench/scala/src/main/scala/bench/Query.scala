package bench

import botyard.query

/** Answers `/ping`, once or as a server. */
object Query:
  def main(arguments: Array[String]): Unit =
    query.handler("/ping")(_ => ujson.Obj("pong" -> true))
    query.run()
