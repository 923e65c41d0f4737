package botyard.process

/** The end of the process. */
private[botyard] object end:
  private val turns = 18
  private val mostTurns = 100
  private val turn = 5L

  /** Flushes both streams and ends the process, from any thread, without hooks and `finally` blocks [RES-8, Q-17].
    *
    * Waits at most 100 ms for a lock or for the reader of a stream [RES-18].
    */
  def now(code: Int): Nothing = TestProcess.current match
    case None       => halt(code)
    case Some(test) => test.end(code)

  private def halt(code: Int): Nothing =
    try
      val flushing = Thread((() => streams.flush()): Runnable)
      flushing.setDaemon(true)
      flushing.start()
      waitFor(flushing)
    catch case _: (InterruptedException | OutOfMemoryError) => ()
    finally Runtime.getRuntime.halt(code)
    throw IllegalStateException("the process has ended")

  /** Waits in short turns. While the process is paused or gets no processor, none of them ends, and a late one is not
    * the last, so that the flush loses no time.
    */
  private def waitFor(flushing: Thread, passed: Int = 1): Unit =
    val began = System.nanoTime
    flushing.join(turn)
    val isLate = System.nanoTime - began >= 2_000_000 * turn
    if flushing.isAlive && passed < mostTurns && (passed < turns || isLate) then waitFor(flushing, passed + 1)
