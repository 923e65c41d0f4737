package botyard.stop

import botyard.process.termination
import scala.concurrent.Future

/** Returns whether the platform has asked the bot to stop: whether the process has received SIGTERM since the first
  * call of a function of `stop` [STOP-2].
  *
  * From this call on, SIGTERM does not end the process: the bot ends by itself, within the platform's grace period
  * (default: 10 s), and shutdown hooks run then. A handler that the bot has set by `sun.misc.Signal.handle` before the
  * call is still called [STOP-1, STOP-4]; one that it sets later replaces that of the SDK.
  *
  * A bot that looks once a minute repeats its look `while !stop.requested()`, and ends each with `stop.wait(60)`.
  *
  * {{{
  * println(stop.requested()) // false
  * }}}
  *
  * @throws botyard.BotyardException
  *   `stop.unavailable` if the first call cannot install a handler of the signal: the JVM was started with `-Xrs`, or
  *   without the module `jdk.unsupported` [STOP-5]
  */
def requested(): Boolean = termination.requested.isCompleted

/** Waits until the platform asks the bot to stop, at most for a time [STOP-3].
  *
  * It blocks its thread, and may be called in several threads at once; all of them are told. Elsewhere there is
  * [[future]].
  *
  * {{{
  * var looks = 1
  * while looks < 3 && !stop.wait(0.01) do looks += 1
  * println(looks) // 3
  * }}}
  *
  * @param seconds
  *   the longest time; what is not a number above 0 counts as 0
  * @return
  *   true as soon as the bot is asked to stop, also if it was before; false after the time
  * @throws botyard.BotyardException
  *   `stop.unavailable`, as for [[requested]]
  * @throws java.lang.InterruptedException
  *   if the thread is interrupted while it waits
  */
def wait(seconds: Double): Boolean = termination.arrivesWithin(seconds)

/** Returns a future that completes when the platform asks the bot to stop [STOP-2]; it is the same at each call.
  *
  * With cats-effect, `IO.fromFuture(IO(stop.future))` waits for it without a thread.
  *
  * {{{
  * import scala.concurrent.ExecutionContext.Implicits.global
  * stop.future.foreach(_ => log.info("asked to stop"))
  * println(stop.future.isCompleted) // false
  * }}}
  *
  * @throws botyard.BotyardException
  *   `stop.unavailable`, as for [[requested]]
  */
def future: Future[Unit] = termination.requested
