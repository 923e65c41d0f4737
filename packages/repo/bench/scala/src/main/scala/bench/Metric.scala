package bench

import botyard.metric
import java.io.{BufferedOutputStream, FileDescriptor, FileOutputStream}

private final case class Price(symbol: String, value: Double, change_pct: Double)
    derives upickle.default.Writer

/** Times `metric` and the same bytes by the buffered stream of Java that is flushed, in turn. */
object Metric:
  private val line =
    """{"_metric":"price","timestamp":"2026-01-01T00:00:00.000Z","data":{"symbol":"AAPL","value":187.5,"change_pct":0.125}}"""
  private val bytes = s"$line\n".getBytes

  def main(arguments: Array[String]): Unit =
    val output = BufferedOutputStream(FileOutputStream(FileDescriptor.out))
    val price = Price("AAPL", 187.5, 0.125)
    InTurn.run(arguments(0).toInt, arguments(1).toInt)(metric("price", price)):
      output.write(bytes)
      output.flush()
