package botyard.process

import io.netty.bootstrap.ServerBootstrap
import io.netty.channel.*
import io.netty.channel.group.DefaultChannelGroup
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.SocketChannel
import io.netty.channel.socket.nio.NioServerSocketChannel
import io.netty.handler.codec.http.{HttpDecoderConfig, HttpServerCodec}
import io.netty.handler.timeout.IdleStateHandler
import java.net.InetSocketAddress
import java.util.concurrent.{CountDownLatch, TimeUnit}
import sun.misc.Signal

/** Sockets and signals, which only a query server needs. */
private[botyard] object network:
  private val SilenceSeconds = 60
  private val Backlog = 512
  private val LargestHead = 256 * 1024

  /** Tells a connection's handler that the server ends. */
  case object Draining

  /** A listening socket. Fails with the system's error if the address cannot be listened on. */
  final class Listener(host: String, port: Int, connection: () => ChannelHandler):
    private val loop = MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory())
    private val told = CountDownLatch(1)
    private val open = DefaultChannelGroup(loop.next)

    // Before listening: a client may connect and send a signal at once.
    for name <- List("TERM", "INT") do
      try Signal.handle(Signal(name), _ => told.countDown()): Unit
      catch case _: IllegalArgumentException => () // the virtual machine was told to leave signals alone

    private val listening: Channel =
      try bootstrap.bind(InetSocketAddress(host, port)).syncUninterruptibly().channel
      catch
        case failure: Exception =>
          loop.shutdownGracefully(0, 0, TimeUnit.SECONDS): Unit
          throw failure

    /** Returns when a signal has arrived and the connections are closed. */
    def serveUntilSignal(): Unit =
      awaitSignal()
      listening.close().syncUninterruptibly(): Unit
      // Requests that have arrived are read before the connections are told.
      loop.next.schedule(
        (() => open.forEach(_.pipeline.fireUserEventTriggered(Draining): Unit)): Runnable,
        20,
        TimeUnit.MILLISECONDS
      ): Unit
      open.newCloseFuture().awaitUninterruptibly(): Unit

    private def awaitSignal(): Unit =
      try told.await()
      catch case _: InterruptedException => awaitSignal()

    private def bootstrap = ServerBootstrap()
      .group(loop)
      .channel(classOf[NioServerSocketChannel])
      .option(ChannelOption.SO_BACKLOG, Backlog: Integer)
      .childOption(ChannelOption.TCP_NODELAY, true: java.lang.Boolean)
      .childHandler(
        new ChannelInitializer[SocketChannel]:
          override def initChannel(channel: SocketChannel): Unit =
            open.add(channel): Unit
            val limits =
              HttpDecoderConfig().setMaxInitialLineLength(LargestHead).setMaxHeaderSize(LargestHead)
            channel.pipeline
              .addLast(HttpServerCodec(limits), IdleStateHandler(SilenceSeconds, 0, 0), connection()): Unit
      )
  end Listener
end network
