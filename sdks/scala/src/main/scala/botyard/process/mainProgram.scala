package botyard.process

/** The bot's main program. */
private[botyard] object mainProgram:
  /** Lets an uncaught failure end the process, also while other threads of the bot run [RES-13].
    *
    * Java would wait for these threads. What Java or the bot does about the failure is done before; a handler that the
    * bot has set for this thread stays.
    */
  def endsWithItsFailure(): Unit =
    for thread <- mainThread if thread.getUncaughtExceptionHandler eq thread.getThreadGroup do
      thread.setUncaughtExceptionHandler: (thread, failure) =>
        try thread.getThreadGroup.uncaughtException(thread, failure)
        finally System.exit(1)

  private def mainThread: Option[Thread] =
    val current = Thread.currentThread
    if isMain(current) then Some(current)
    else
      val all = new Array[Thread](current.getThreadGroup.activeCount * 2 + 1)
      all.take(current.getThreadGroup.enumerate(all)).find(isMain)

  private def isMain(thread: Thread) = thread.getName == "main"
