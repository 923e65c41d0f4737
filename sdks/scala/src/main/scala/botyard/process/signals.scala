package botyard.process

import java.util.concurrent.CompletableFuture
import sun.misc.{Signal, SignalHandler}

/** Signals of the process. */
private[botyard] object signals:

  /** Calls `action` at each signal of this name; the JVM's own handler, which would end the process, is not called.
    *
    * What the SDK has installed before is still called, and with `callsBot` also what bot code has.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the JVM leaves the signal alone, as with `-Xrs`
    */
  def receive(name: String, callsBot: Boolean)(action: () => Unit): Unit =
    val handler = Receiver(action, callsBot)
    handler.earlier.complete(Signal.handle(Signal(name), handler)): Unit

  private final class Receiver(action: () => Unit, callsBot: Boolean) extends SignalHandler:
    /** The handler that this one replaces; a signal may arrive before it is known. */
    val earlier: CompletableFuture[SignalHandler] = CompletableFuture()

    def handle(signal: Signal): Unit =
      action()
      earlier.join() match
        case own: Receiver                     => own.handle(signal)
        case other if callsBot && isBot(other) => other.handle(signal)
        case _                                 => ()

  /** Handlers of the JVM, and what stands for none, are of classes of the JDK. */
  private def isBot(handler: SignalHandler) = handler.getClass.getPackageName != "sun.misc"
