package botyard.process

/** The end of the process. */
private[botyard] object end:
  private val turns = 18
  private val turn = 5L

  /** Flushes both streams and ends the process, from any thread, without hooks and `finally` blocks [RES-8, Q-17].
    *
    * Waits at most 100 ms for a lock or for the reader of a stream [RES-18], in short turns: while the process is
    * paused or gets no processor, none of them ends, and the flush loses no time.
    */
  def now(code: Int): Nothing =
    try
      val flushing = Thread((() => streams.flush()): Runnable)
      flushing.setDaemon(true)
      flushing.start()
      (1 to turns).foreach(_ => flushing.join(turn))
    catch case _: (InterruptedException | OutOfMemoryError) => ()
    finally Runtime.getRuntime.halt(code)
    throw IllegalStateException("the process has ended")
