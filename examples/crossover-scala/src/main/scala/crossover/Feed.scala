package crossover

import java.io.IOException
import java.net.URI
import java.net.URLEncoder.encode
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration
import java.util.concurrent.{ExecutionException, TimeUnit, TimeoutException}
import scala.util.Try
import scala.util.control.NonFatal

/** The feed sent no prices; `reason` has further details. */
final class PriceFeedError(message: String, val reason: String) extends RuntimeException(message)

/** The price feed at an address. */
final class Feed(address: String):
  private val timeout = Duration.ofSeconds(5)
  private val client =
    HttpClient.newBuilder.version(HttpClient.Version.HTTP_1_1).connectTimeout(timeout).build

  /** Fetches the newest `limit` closes of a symbol, oldest first; fewer at the beginning of its history. */
  def newestPrices(symbol: String, limit: Int): IndexedSeq[Close] =
    val (status, body) = get(
      s"$address/v1/prices?symbol=${encode(symbol, UTF_8).replace("+", "%20")}&limit=$limit"
    )
    if status < 200 || status > 299 then throw refused(status, body)
    try priceList(body)
    catch
      case NonFatal(cause) =>
        throw PriceFeedError("the price feed did not send a price list", reasonOf(cause))

  // The time-out of a request ends with the headers of its answer; this one ends with the body.
  private def get(target: String): (Int, String) =
    try
      val request = HttpRequest.newBuilder(URI(target)).timeout(timeout).build
      val answer = client.sendAsync(request, BodyHandlers.ofString).get(timeout.toSeconds, TimeUnit.SECONDS)
      answer.statusCode -> answer.body
    catch
      case failure: (ExecutionException | TimeoutException | IOException) =>
        throw PriceFeedError(
          "the price feed did not answer",
          reasonOf(Option(failure.getCause).getOrElse(failure))
        )

  private def refused(status: Int, body: String): PriceFeedError =
    val refusal = Try:
      val answer = ujson.read(body)
      PriceFeedError(s"the price feed refused: $status ${answer("code").str}", answer("message").str)
    refusal.getOrElse(PriceFeedError(s"the price feed refused: $status", s"HTTP status $status"))

  private def priceList(body: String): IndexedSeq[Close] =
    val prices = ujson.read(body)("prices").arr.map(close).toVector
    for Close(_, close, _) <- prices if !(close >= 0.0001 && close < 1e12) do
      throw BotFailure(s"$close is not a price")
    for (earlier, later) <- prices.zip(prices.drop(1)) if later.date <= earlier.date do
      throw BotFailure(s"\"${later.date}\" follows \"${earlier.date}\"")
    prices

  private def close(price: ujson.Value): Close =
    val date = price("date").str
    // The time is optional: a feed of daily closes need not have one.
    Close(date, price("close").num, price.obj.get("time").flatMap(_.strOpt).getOrElse(date))

  private def reasonOf(failure: Throwable) =
    Option(failure.getMessage).getOrElse(failure.getClass.getSimpleName)
end Feed

object Feed:
  /** The feed whose address is in the environment. */
  def fromEnvironment(): Feed =
    val address = Option(System.getenv("PRICE_FEED_URL")).getOrElse("").reverse.dropWhile(_ == '/').reverse
    if address.isEmpty then
      throw BotFailure("PRICE_FEED_URL is not set: set it to the address of the price feed")
    Feed(address)
