package botyard.query

import botyard.BotyardException
import botyard.process.{end, environment}
import botyard.{log, writeAnswer}
import java.nio.charset.StandardCharsets.UTF_8

/** One-shot queries: the answer of a single query is written to `RESULT_PATH`. */
private object oneShot:

  /** Answers the query and ends the process, whatever else the bot left running. */
  def run(path: String): Nothing =
    val outcome = answerTo(path)
    val code =
      try
        writeAnswer(outcome.document)
        outcome match
          case Outcome.Answered(_)  => 0
          case Outcome.Failed(_, _) => 1
      catch
        case failure: BotyardException =>
          log.errorIfPossible(failure.getMessage)
          1
    end.now(code)

  private def answerTo(path: String): Outcome = registry.find(path) match
    case None => Outcome.refusal(BotyardException("query.unknown_path", "path" -> path))
    case Some(handler) =>
      def params = readParams(environment.variable("QUERY_PARAMS").getOrElse("").getBytes(UTF_8))
      Outcome.of(path, handler, params)
