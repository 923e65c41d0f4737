package botyard

import botyard.errors.shown
import botyard.process.{clock, streams, systemError}
import java.io.IOException
import upickle.default.Writer

private val LongestLine = 64 * 1024

/** Emits a metric: one line on standard output, written before this returns [MET-1].
  *
  * It may be called from any thread. The time of the call is written next to the data, in UTC to the millisecond, not
  * inside it.
  *
  * {{{
  * metric("price", ujson.Obj("symbol" -> "AAPL", "value" -> 187.5))
  * // {"_metric":"price","timestamp":"…","data":{"symbol":"AAPL","value":187.5}}
  *
  * case class Price(symbol: String, value: Double) derives upickle.default.Writer
  * metric("price", Price("MSFT", 412))
  * // {"_metric":"price","timestamp":"…","data":{"symbol":"MSFT","value":412}}
  * }}}
  *
  * @param name
  *   name of the metric, such as `price`; not empty
  * @param data
  *   a value that is written as a JSON object. A number that is not finite is written as null [JSON-8]. The whole line
  *   has at most 65,536 bytes [MET-12].
  * @throws BotyardException
  *   `metric.invalid_type` if the name is null or empty; `metric.invalid_data` if the data is not written as an object;
  *   `metric.too_large` if the line would be longer than 65,536 bytes; `metric.write_failed` if standard output cannot
  *   be written [MET-2, MET-5, MET-12]
  */
def metric[T: Writer](name: String, data: T): Unit =
  if name == null || name.isEmpty then throw BotyardException("metric.invalid_type", "value" -> shown(name))
  val line = json.JsonBytes().add("{\"_metric\":")
  line.quote(name): Unit
  line.add(",\"timestamp\":\"").add(clock.timestamp()).add("\",\"data\":"): Unit
  try json.addObject(data, line)
  catch
    case cause: json.NotJson =>
      val reason = "reason" -> cause.getMessage
      throw BotyardException.caused(cause, "metric.invalid_data", "type" -> shown(name), reason)
  line.add("}\n"): Unit
  if line.size - 1 > LongestLine then
    throw BotyardException("metric.too_large", "type" -> shown(name), "size" -> (line.size - 1).toString)
  try streams.writeOutputLine(line)
  catch
    case cause: IOException =>
      val reason = systemError.name(cause)
      throw BotyardException.caused(cause, "metric.write_failed", "type" -> shown(name), "reason" -> reason)
end metric
