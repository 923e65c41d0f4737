package botyard.query

import botyard.BotyardException
import botyard.process.{end, environment}
import botyard.{log, writeAnswer}
import java.nio.charset.StandardCharsets.UTF_8

/** One-shot queries: the answer of a single query is written to `RESULT_PATH`. */
private[botyard] object oneShot:

  /** Answers the query and ends the process, whatever else the bot left running. */
  def run(path: String): Nothing =
    val params = environment.variable("QUERY_PARAMS").getOrElse("").getBytes(UTF_8)
    val outcome = answerTo(path, params)
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

  /** The answer document of a query that a test asks. */
  def ask(path: String, params: Array[Byte]): Array[Byte] = answerTo(path, params).document

  private def answerTo(path: String, params: Array[Byte]): Outcome = registry.find(path) match
    case None          => Outcome.refusal(BotyardException("query.unknown_path", "path" -> path))
    case Some(handler) => Outcome.of(path, handler, readParams(params))
