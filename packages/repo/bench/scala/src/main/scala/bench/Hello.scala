package bench

import io.netty.bootstrap.ServerBootstrap
import io.netty.buffer.Unpooled
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.SocketChannel
import io.netty.channel.socket.nio.NioServerSocketChannel
import io.netty.channel.*
import io.netty.handler.codec.DateFormatter
import io.netty.handler.codec.http.*
import java.util.Date

/** The hello of Netty, with the headers of the SDK's server and one thread for all reading and writing. */
object Hello:
  private val body = """{"pong":true}""".getBytes

  def main(arguments: Array[String]): Unit =
    ServerBootstrap()
      .group(MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()))
      .channel(classOf[NioServerSocketChannel])
      .childOption(ChannelOption.TCP_NODELAY, true: java.lang.Boolean)
      .childHandler(
        new ChannelInitializer[SocketChannel]:
          def initChannel(channel: SocketChannel): Unit =
            channel.pipeline.addLast(HttpServerCodec(), Answer()): Unit
      )
      .bind("127.0.0.1", System.getenv("QUERY_PORT").toInt): Unit

  private class Answer extends SimpleChannelInboundHandler[HttpObject]:
    def channelRead0(context: ChannelHandlerContext, part: HttpObject): Unit = part match
      case _: LastHttpContent =>
        val response = DefaultFullHttpResponse(
          HttpVersion.HTTP_1_1,
          HttpResponseStatus.OK,
          Unpooled.wrappedBuffer(body)
        )
        response.headers.set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON): Unit
        response.headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length): Unit
        response.headers.set(HttpHeaderNames.DATE, DateFormatter.format(Date())): Unit
        context.writeAndFlush(response): Unit
      case _ => ()
end Hello
