package bench

/** Does nothing. */
object Empty:
  def main(arguments: Array[String]): Unit = ()
