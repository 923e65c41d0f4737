package botyard.process

import java.io.{FileInputStream, FileOutputStream, IOException}
import java.net.{InetAddress, InetSocketAddress}
import java.nio.ByteBuffer
import java.nio.channels.{Pipe, ServerSocketChannel}
import java.nio.file.{FileSystemException, Files, Path}
import scala.util.{Try, Using}

/** The texts of system errors in the language of the process's locale, learned by provoking these errors. */
private object localTexts:

  /** The name of the error that a text describes, if it is one of those that can be provoked without harm. */
  def name(text: String): Option[String] = names.get(text)

  private lazy val names: Map[String, String] =
    val provoked = List(
      "ENOTDIR" -> textOf(Files.size(Path.of("/dev/null/x"))),
      "ENAMETOOLONG" -> textOf(Files.size(Path.of("/" + "x" * 300))),
      "EISDIR" -> textOf(Using.resource(Files.newInputStream(Path.of("/")))(_.read())),
      "ENOSPC" -> Using(FileOutputStream("/dev/full"))(file => textOf(file.write(0))).toOption.flatten,
      "EBADF" -> Using(FileInputStream("/dev/null"))(unwritable).toOption.flatten,
      "EPIPE" -> Try(Pipe.open).toOption.flatMap(unread),
      "EADDRINUSE" -> Using(listener(0))(one => textOf(listener(one.socket.getLocalPort))).toOption.flatten
    )
    val texts = for case (name, Some(text)) <- provoked yield text -> name
    // A text that several have is that of something else, such as too many open files.
    texts.filter((text, _) => texts.count(_(0) == text) == 1).toMap

  private def textOf(action: => Any): Option[String] =
    try
      action: Unit
      None
    catch
      case error: FileSystemException => Option(error.getReason)
      case error: IOException         => Option(error.getMessage)

  private def unwritable(file: FileInputStream) = textOf(FileOutputStream(file.getFD).write(0))

  private def unread(pipe: Pipe): Option[String] =
    pipe.source.close()
    Using.resource(pipe.sink)(sink => textOf(sink.write(ByteBuffer.allocate(1))))

  private def listener(port: Int): ServerSocketChannel =
    val channel = ServerSocketChannel.open
    try channel.bind(InetSocketAddress(InetAddress.getLoopbackAddress, port))
    catch
      case error: IOException =>
        channel.close()
        throw error
end localTexts
