package botyard.process

import botyard.BotyardException
import scala.concurrent.duration.{Duration, DurationDouble}
import scala.concurrent.{Await, Future, Promise, TimeoutException}

/** SIGTERM, by which the platform asks the bot to stop. */
private[botyard] object termination:
  private val MostSeconds = 1e9

  /** Completes when the signal arrives. The first use installs the handler, and fails with `stop.unavailable` if it
    * cannot; the next use then tries again.
    */
  def requested: Future[Unit] = TestProcess.current match
    case None       => received
    case Some(test) => test.stopRequested

  private lazy val received: Future[Unit] =
    mainProgram.endsWithItsFailure()
    val arrived = Promise[Unit]()
    try signals.receive("TERM", callsBot = true)(() => arrived.trySuccess(()): Unit)
    catch
      // A JVM without the module jdk.unsupported does not find the class.
      case cause: (IllegalArgumentException | SecurityException | LinkageError) =>
        throw BotyardException.caused(cause, "stop.unavailable", "reason" -> reasonOf(cause))
    arrived.future

  /** Waits for the signal; returns whether it has arrived. */
  def arrivesWithin(seconds: Double): Boolean = TestProcess.current match
    case None       => isReceivedWithin(seconds)
    case Some(test) => test.waitFor(seconds)

  private def isReceivedWithin(seconds: Double): Boolean =
    val time =
      if seconds > MostSeconds then Duration.Inf else if seconds > 0 then seconds.seconds else Duration.Zero
    try
      Await.ready(received, time): Unit
      true
    catch case _: TimeoutException => false

  private def reasonOf(cause: Throwable) = cause match
    case _: IllegalArgumentException => "the JVM does not handle the signal (option -Xrs)"
    case _                           => Option(cause.getMessage).getOrElse(cause.getClass.getName)
end termination
