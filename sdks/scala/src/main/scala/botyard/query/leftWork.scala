package botyard.query

/** Failures that end a thread of the bot. */
private[botyard] object leftWork:

  /** Reports such failures; a handler that the bot has set stays. */
  def onFailure(report: Throwable => Unit): Unit =
    if Thread.getDefaultUncaughtExceptionHandler == null then
      Thread.setDefaultUncaughtExceptionHandler((_, failure) => report(failure))
