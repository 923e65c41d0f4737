package botyard.process

import java.io.{FileOutputStream, IOException}
import java.nio.channels.FileChannel
import java.nio.file.LinkOption.NOFOLLOW_LINKS
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardOpenOption.READ
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.{Files, InvalidPathException, NoSuchFileException, Path}
import java.util.HexFormat
import java.util.concurrent.ThreadLocalRandom
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Files and directories. All functions fail with an `IOException` if the system refuses. */
private[botyard] object files:
  private val hex = HexFormat.of

  /** The name of a temporary file for a file [RES-4, ST-6]. */
  def temporaryName(stem: String): String =
    s".tmp-$stem-${hex.toHexDigits(ThreadLocalRandom.current.nextLong)}"

  /** Reads a regular file; returns `None` if there is none, or something else in its place [ST-4]. */
  def read(path: String): Option[Array[Byte]] =
    if !isFile(path) then None
    else
      try
        Some(
          uninterrupted(
            Using.resource(Files.newInputStream(pathOf(path), READ, NOFOLLOW_LINKS))(_.readAllBytes)
          )
        )
      catch
        case _: NoSuchFileException          => None
        case _: IOException if !isFile(path) => None

  /** Whether a path is a regular file, and not a link to one. */
  def isFile(path: String): Boolean =
    try Files.readAttributes(pathOf(path), classOf[BasicFileAttributes], NOFOLLOW_LINKS).isRegularFile
    catch case _: NoSuchFileException => false

  /** The names of the regular files of a directory; none if it does not exist. */
  def names(directory: String): List[String] =
    try
      Using.resource(Files.newDirectoryStream(pathOf(directory))): entries =>
        entries.iterator.asScala
          .filter(Files.isRegularFile(_, NOFOLLOW_LINKS))
          .map(_.getFileName.toString)
          .toList
    catch
      case _: NoSuchFileException                          => Nil
      case error: java.nio.file.DirectoryIteratorException => throw error.getCause

  def makeDirectory(path: String): Unit = Files.createDirectories(pathOf(path)): Unit

  /** Replaces a file atomically: readers, also after a crash, find the old or the new content.
    *
    * After a failure the old content stays, and the temporary file is removed. The directory is not flushed.
    */
  def replace(path: String, temporary: String, content: Array[Byte]): Unit =
    val (target, made) = (pathOf(path), pathOf(temporary))
    Files.createFile(made): Unit
    try
      // Not a channel: a thread that is interrupted would close it.
      Using.resource(FileOutputStream(temporary)): file =>
        file.write(content)
        file.getFD.sync()
      Files.move(made, target, ATOMIC_MOVE): Unit
    catch
      case error: Throwable =>
        Files.deleteIfExists(made): Unit
        throw error

  /** Removes a file; returns whether it existed. */
  def remove(path: String): Boolean = Files.deleteIfExists(pathOf(path))

  /** Flushes the entries of a directory. Not every file system supports this, and the change is already visible. */
  def flushDirectory(path: String): Unit =
    try uninterrupted(Using.resource(FileChannel.open(pathOf(path), READ))(_.force(true)))
    catch case _: IOException => ()

  /** Keeps the mark of an interrupted thread away from a channel, which it would close. */
  private def uninterrupted[T](action: => T): T =
    val wasInterrupted = Thread.interrupted()
    try action
    finally if wasInterrupted then Thread.currentThread.interrupt()

  private def pathOf(path: String): Path =
    try Path.of(path)
    catch case error: InvalidPathException => throw IOException(error.getReason, error)
end files
