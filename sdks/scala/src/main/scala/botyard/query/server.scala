package botyard.query

import botyard.BotyardException
import botyard.errors.{messageOf, shown}
import botyard.process.network.Listener
import botyard.process.{end, environment, systemError}
import java.util.concurrent.{LinkedBlockingQueue, ThreadPoolExecutor, TimeUnit}

/** The query server: serves HTTP/1.1 until SIGTERM or SIGINT.
  *
  * Idle and slow clients and slow handlers delay nobody, and the number of threads is bounded.
  */
private object server:
  private val DefaultHost = "127.0.0.1"
  private val DefaultPort = "9476"
  private val HighestPort = 65535
  private val MostHandlers = 64

  /** Serves, and ends the process with exit code 0 after the answers in progress. */
  def run(): Nothing =
    val host = environment.variable("QUERY_HOST").getOrElse(DefaultHost)
    val port = readPort(environment.variable("QUERY_PORT").getOrElse(DefaultPort))
    val handlers = handlerThreads()
    val listener =
      try Listener(host, port, handlers, Connection(_))
      catch
        case cause: Exception =>
          val reason = "reason" -> systemError.name(cause)
          throw BotyardException.caused(
            cause,
            "query.listen_failed",
            "host" -> host,
            "port" -> port.toString,
            reason
          )
    leftWork.onFailure: failure =>
      val message = messageOf(failure).getOrElse("a failure without a message")
      FailureRecord.write(message, failure, None)
    listener.serveUntilSignal()
    end.now(0)

  private def readPort(text: String): Int =
    text.toIntOption
      .filter(_ => text.length <= 5 && text.forall(digit => digit >= '0' && digit <= '9'))
      .filter(port => port >= 1 && port <= HighestPort)
      .getOrElse(throw BotyardException("query.invalid_port", "value" -> shown(text)))

  private def handlerThreads(): ThreadPoolExecutor =
    val threads = ThreadPoolExecutor(
      MostHandlers,
      MostHandlers,
      30,
      TimeUnit.SECONDS,
      LinkedBlockingQueue(),
      task =>
        val thread = Thread(task, "botyard-query")
        thread.setDaemon(true)
        thread
    )
    threads.allowCoreThreadTimeOut(true)
    threads
end server
