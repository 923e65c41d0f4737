package botyard.query

import botyard.BotyardException
import botyard.process.network.Draining
import io.netty.buffer.Unpooled
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}
import io.netty.handler.codec.http.*
import io.netty.handler.timeout.IdleStateEvent
import io.netty.util.ReferenceCountUtil
import java.io.ByteArrayOutputStream
import java.util.concurrent.Executor
import scala.collection.mutable

private val LargestBody = 1024 * 1024

/** What a connection is doing. */
private enum Reading:
  /** Waits for a request. */
  case Head

  /** Reads the body of a request. */
  case Body(head: HttpRequest, target: Target, handler: Handler, bytes: ByteArrayOutputStream)

  /** Skips the body of a request that was refused. */
  case Skipping

  /** A handler runs. */
  case Answer

  /** The connection ends, and reads nothing any more. */
  case Nothing

/** A connection of the server; each request is answered before the next one is looked at.
  *
  * All of it runs in the thread of the connection, except handlers, which may have threads of their own.
  */
private final class Connection(handlers: Executor) extends ChannelInboundHandlerAdapter:
  private val received = mutable.Queue.empty[HttpObject]
  private var reading: Reading = Reading.Head
  private var isDraining = false

  override def channelRead(context: ChannelHandlerContext, message: Any): Unit =
    message match
      case part: HttpObject => received.enqueue(part): Unit
      case other            => ReferenceCountUtil.release(other): Unit
    advance(context)

  private def advance(context: ChannelHandlerContext): Unit =
    while received.nonEmpty && reading != Reading.Answer && reading != Reading.Nothing do
      val part = received.dequeue()
      try take(context, part)
      finally ReferenceCountUtil.release(part): Unit
    if reading == Reading.Nothing then
      received.foreach(ReferenceCountUtil.release(_): Unit)
      received.clear()
    context.channel.config.setAutoRead(reading != Reading.Answer): Unit
    if isDraining && reading != Reading.Answer && reading != Reading.Nothing then context.close(): Unit

  private def take(context: ChannelHandlerContext, part: HttpObject): Unit =
    if part.decoderResult.isFailure then refuseBytes(context)
    else
      (part, reading) match
        case (head: HttpRequest, _)                     => begin(context, head)
        case (content: HttpContent, body: Reading.Body) => read(context, content, body)
        case (_: LastHttpContent, Reading.Skipping)     => reading = Reading.Head
        case _                                          => ()

  /** Checks in the contract's order: method, path, body size. */
  private def begin(context: ChannelHandlerContext, head: HttpRequest): Unit =
    val target = Target(head.uri)
    val isHttp1 = head.protocolVersion.protocolName == "HTTP" && head.protocolVersion.majorVersion == 1
    if !isHttp1 then refuseBytes(context)
    else if head.method != HttpMethod.GET && head.method != HttpMethod.POST then
      refuse(context, head, BotyardException("query.method_not_allowed", "method" -> head.method.name))
    else
      registry.find(target.path) match
        case None => refuse(context, head, BotyardException("query.unknown_path", "path" -> target.path))
        case Some(_) if HttpUtil.getContentLength(head, 0L) > LargestBody =>
          refuse(context, head, BotyardException("query.body_too_large"))
        case Some(handler) =>
          if HttpUtil.is100ContinueExpected(head) then
            val goOn = DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1,
              HttpResponseStatus.CONTINUE,
              Unpooled.EMPTY_BUFFER
            )
            context.writeAndFlush(goOn): Unit
          reading = Reading.Body(head, target, handler, ByteArrayOutputStream())

  private def read(context: ChannelHandlerContext, content: HttpContent, body: Reading.Body): Unit =
    if body.bytes.size + content.content.readableBytes > LargestBody then
      refuse(context, body.head, BotyardException("query.body_too_large"))
    else
      content.content.readBytes(body.bytes, content.content.readableBytes): Unit
      if content.isInstanceOf[LastHttpContent] then
        reading = Reading.Answer
        handlers.execute(() => answer(context, body))

  /** Runs the handler; sends its answer in the thread of the connection. */
  private def answer(context: ChannelHandlerContext, body: Reading.Body): Unit =
    def params =
      val params = body.target.params
      readParams(body.bytes.toByteArray).value.foreach(params.value.put(_, _): Unit)
      params
    val outcome = Outcome.of(body.target.path, body.handler, params)
    context.channel.eventLoop.execute: () =>
      val keepAlive = HttpUtil.isKeepAlive(body.head)
      HttpAnswer(outcome).send(context, if keepAlive then Afterwards.Keep else Afterwards.Close)
      reading = if keepAlive then Reading.Head else Reading.Nothing
      advance(context)

  /** Answers without waiting for the body. One that is too large, or whose size is not known, ends the connection. */
  private def refuse(context: ChannelHandlerContext, head: HttpRequest, error: BotyardException): Unit =
    val isBounded =
      !HttpUtil.isTransferEncodingChunked(head) && HttpUtil.getContentLength(head, 0L) <= LargestBody
    val keepAlive = HttpUtil.isKeepAlive(head) && isBounded && !HttpUtil.is100ContinueExpected(head)
    HttpAnswer(Outcome.refusal(error)).send(context, if keepAlive then Afterwards.Keep else Afterwards.Linger)
    reading = if keepAlive then Reading.Skipping else Reading.Nothing

  private def refuseBytes(context: ChannelHandlerContext): Unit =
    val body =
      botyard.json.write(ujson.Obj("status" -> "error", "error" -> "the request is not valid HTTP/1.1"))
    HttpAnswer(HttpResponseStatus.BAD_REQUEST, body).send(context, Afterwards.Linger)
    reading = Reading.Nothing

  override def userEventTriggered(context: ChannelHandlerContext, event: Any): Unit = event match
    case Draining =>
      isDraining = true
      advance(context)
    case _: IdleStateEvent => if reading != Reading.Answer then context.close(): Unit
    case _                 => ()

  override def exceptionCaught(context: ChannelHandlerContext, failure: Throwable): Unit =
    context.close(): Unit

  override def channelInactive(context: ChannelHandlerContext): Unit =
    reading = Reading.Nothing
    received.foreach(ReferenceCountUtil.release(_): Unit)
    received.clear()
end Connection
