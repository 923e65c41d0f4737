package crossover

import botyard.{query, state}

/** The crossover bot's queries. They read the state that `Main` writes. */
object Query:
  def main(arguments: Array[String]): Unit =
    query.handler("/status")(_ => remembered().status)
    query.handler("/performance")(_ => remembered().performance)
    query.handler("/signals"): request =>
      val limit = request.getInteger("limit").getOrElse(10L)
      remembered().newest(limit)
    query.run()

  private def remembered(): Record =
    Record.resume(Settings.of(query.getConfig()), state.get(Record.Key))
