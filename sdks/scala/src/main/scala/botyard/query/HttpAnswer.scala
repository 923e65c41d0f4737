package botyard.query

import io.netty.buffer.Unpooled
import io.netty.channel.socket.DuplexChannel
import io.netty.channel.{ChannelFuture, ChannelFutureListener, ChannelHandlerContext}
import io.netty.handler.codec.DateFormatter
import io.netty.handler.codec.http.HttpHeaderNames.{ALLOW, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, DATE}
import io.netty.handler.codec.http.HttpResponseStatus.*
import io.netty.handler.codec.http.{
  DefaultFullHttpResponse,
  HttpHeaderValues,
  HttpResponseStatus,
  HttpVersion
}
import java.util.Date
import java.util.concurrent.TimeUnit

/** What becomes of a connection after an answer. */
private enum Afterwards:
  case Keep, Close

  /** Lets a client that is still sending read its answer, then closes the connection. */
  case Linger

/** An answer of the server. */
private final class HttpAnswer(status: HttpResponseStatus, body: Array[Byte]):
  private val LingerSeconds = 1

  def send(context: ChannelHandlerContext, afterwards: Afterwards): Unit =
    val response = DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body))
    val headers = response.headers
    headers.set(CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON): Unit
    headers.set(CONTENT_LENGTH, body.length): Unit
    headers.set(DATE, DateFormatter.format(Date())): Unit
    if status == METHOD_NOT_ALLOWED then headers.set(ALLOW, "GET, POST"): Unit
    if afterwards != Afterwards.Keep then headers.set(CONNECTION, HttpHeaderValues.CLOSE): Unit
    val sent = context.writeAndFlush(response)
    afterwards match
      case Afterwards.Keep   => ()
      case Afterwards.Close  => sent.addListener(ChannelFutureListener.CLOSE): Unit
      case Afterwards.Linger => sent.addListener((_: ChannelFuture) => linger(context)): Unit

  private def linger(context: ChannelHandlerContext): Unit =
    context.channel match
      case channel: DuplexChannel => channel.shutdownOutput(): Unit
      case _                      => ()
    val close: Runnable = () => context.close(): Unit
    context.channel.eventLoop.schedule(close, LingerSeconds, TimeUnit.SECONDS): Unit

private object HttpAnswer:
  def apply(outcome: Outcome): HttpAnswer = new HttpAnswer(statusOf(outcome), outcome.body)

  def apply(status: HttpResponseStatus, body: Array[Byte]): HttpAnswer = new HttpAnswer(status, body)

  private def statusOf(outcome: Outcome): HttpResponseStatus = outcome match
    case Outcome.Answered(_) => OK
    case Outcome.Failed(code, _) =>
      code match
        case "query.invalid_param" | "query.params_not_object" => BAD_REQUEST
        case "query.unknown_path"                              => NOT_FOUND
        case "query.method_not_allowed"                        => METHOD_NOT_ALLOWED
        case "query.body_too_large"                            => REQUEST_ENTITY_TOO_LARGE
        case _                                                 => INTERNAL_SERVER_ERROR
