package bench

/** Two sides that are timed in turn. */
object InTurn:
  /** The virtual machine compiles code that runs often, and has done so after about as many rounds. */
  private val WarmUp = 3000

  /** Runs both sides and prints the nanoseconds of each call on standard error. */
  def run(rounds: Int, calls: Int)(sdk: => Unit)(bare: => Unit): Unit =
    for _ <- 0 until WarmUp do
      time(calls)(sdk): Unit
      time(calls)(bare): Unit
    val (sdkTimes, bareTimes) = (new Array[Double](rounds), new Array[Double](rounds))
    for round <- 0 until rounds do
      sdkTimes(round) = time(calls)(sdk)
      bareTimes(round) = time(calls)(bare)
    System.err.println(ujson.Obj("sdk" -> ujson.Arr.from(sdkTimes), "bare" -> ujson.Arr.from(bareTimes)))

  private def time(calls: Int)(side: => Unit): Double =
    val began = System.nanoTime
    var left = calls
    while left > 0 do
      side
      left -= 1
    (System.nanoTime - began).toDouble / calls
