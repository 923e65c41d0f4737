package botyard.process

import io.netty.bootstrap.ServerBootstrap
import io.netty.channel.*
import io.netty.channel.group.DefaultChannelGroup
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.SocketChannel
import io.netty.channel.socket.nio.NioServerSocketChannel
import io.netty.handler.codec.http.{HttpDecoderConfig, HttpServerCodec}
import io.netty.handler.timeout.IdleStateHandler
import io.netty.util.concurrent.{EventExecutor, EventExecutorChooserFactory}
import java.net.InetSocketAddress
import java.util.Collections
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, Executor, TimeUnit}

/** Sockets and signals, which only a query server needs. */
private[botyard] object network:
  private val SilenceSeconds = 60
  private val Backlog = 512
  private val LargestHead = 256 * 1024
  private val OwnThreads = 16

  /** Tells a connection's handler that the server ends. */
  case object Draining

  /** Runs a handler in the thread of its connection, which an interruption that it left behind would close. */
  private def runHere(handler: Runnable): Unit =
    try handler.run()
    finally Thread.interrupted(): Unit

  /** A listening socket. Fails with the system's error if the address cannot be listened on.
    *
    * The first few connections have a thread each, in which their handlers run; waking another thread takes longer than
    * most handlers. All others share one thread, and `workers` run their handlers.
    */
  final class Listener(host: String, port: Int, workers: Executor, connection: Executor => ChannelHandler):
    private val loop = MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory())
    private val unused = ConcurrentLinkedQueue[EventExecutor]()
    private val loops = MultiThreadIoEventLoopGroup(OwnThreads, null, choice, NioIoHandler.newFactory())
    private val told = CountDownLatch(1)
    private val open = DefaultChannelGroup(loop.next)

    private def choice: EventExecutorChooserFactory = all =>
      Collections.addAll(unused, all*): Unit
      () => Option(unused.poll()).getOrElse(loop.next)

    // Before listening: a client may connect and send a signal at once.
    for name <- List("TERM", "INT") do
      try signals.receive(name, callsBot = false)(() => told.countDown())
      catch case _: IllegalArgumentException => () // the virtual machine was told to leave signals alone

    private val listening: Channel =
      try bootstrap.bind(InetSocketAddress(host, port)).syncUninterruptibly().channel
      catch
        case failure: Exception =>
          for group <- List(loop, loops) do group.shutdownGracefully(0, 0, TimeUnit.SECONDS): Unit
          throw failure

    /** Returns when a signal has arrived and the connections are closed. */
    def serveUntilSignal(): Unit =
      awaitSignal()
      listening.close().syncUninterruptibly(): Unit
      // Connections that were accepted are in the group, and requests that have arrived are read, before all are told.
      val tell: Runnable = () => open.forEach(_.pipeline.fireUserEventTriggered(Draining): Unit)
      loop.next.schedule(tell, 20, TimeUnit.MILLISECONDS).awaitUninterruptibly(): Unit
      open.newCloseFuture().awaitUninterruptibly(): Unit

    private def awaitSignal(): Unit =
      try told.await()
      catch case _: InterruptedException => awaitSignal()

    private def bootstrap = ServerBootstrap()
      .group(loop, loops)
      .channel(classOf[NioServerSocketChannel])
      .option(ChannelOption.SO_BACKLOG, Backlog: Integer)
      .childOption(ChannelOption.TCP_NODELAY, true: java.lang.Boolean)
      .childHandler(
        new ChannelInitializer[SocketChannel]:
          override def initChannel(channel: SocketChannel): Unit =
            open.add(channel): Unit
            val sharesThread = channel.eventLoop eq loop.next
            if !sharesThread then
              channel.closeFuture.addListener((_: ChannelFuture) => unused.add(channel.eventLoop): Unit): Unit
            val handlers: Executor = if sharesThread then workers else runHere(_)
            val limits =
              HttpDecoderConfig().setMaxInitialLineLength(LargestHead).setMaxHeaderSize(LargestHead)
            channel.pipeline
              .addLast(
                HttpServerCodec(limits),
                IdleStateHandler(SilenceSeconds, 0, 0),
                connection(handlers)
              ): Unit
      )
  end Listener
end network
