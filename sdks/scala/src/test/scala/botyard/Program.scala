package botyard

import java.lang.ProcessBuilder.Redirect
import java.nio.file.StandardWatchEventKinds.{ENTRY_CREATE, ENTRY_MODIFY}
import java.nio.file.{ClosedWatchServiceException, Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** A bot in a process of its own, in a new folder; its standard output is the file `out` there, unless given. */
final class Program(
    main: String,
    variables: Map[String, String],
    stdout: Option[Redirect] = None,
    under: List[String] = Nil,
    classPath: List[Path] = Nil
):
  def this(main: String, variables: (String, String)*) = this(main, variables.toMap)

  val folder: Path = Files.createTempDirectory("botyard-")
  private val command =
    val classes = (classPath :+ System.getProperty("java.class.path")).mkString(":")
    List("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classes, main)

  private val builder =
    ProcessBuilder((under ++ (s"${System.getProperty("java.home")}/bin/java" :: command)).asJava)
      .directory(folder.toFile)
      .redirectOutput(stdout.getOrElse(Redirect.to(folder.resolve("out").toFile)))
      .redirectError(folder.resolve("err").toFile)
  builder.environment.putAll((Map("BOT_ID" -> "b1", "BOT_CONFIG" -> "{}") ++ variables).asJava)
  val process: Process = builder.start()

  /** Waits for the end; returns the exit code. */
  def end(): Int =
    if !process.waitFor(20, SECONDS) then
      process.destroyForcibly(): Unit
      throw AssertionError(s"$main did not end: ${text("err")}")
    process.exitValue

  /** Waits until a condition is true that the files of its folder decide, or the bot has ended. */
  def until(condition: => Boolean): Unit =
    Using.resource(folder.getFileSystem.newWatchService): changes =>
      folder.register(changes, ENTRY_CREATE, ENTRY_MODIFY): Unit
      process.onExit.thenRun(() => changes.close()): Unit
      try
        while !condition do
          val change = changes.take()
          change.pollEvents(): Unit
          change.reset(): Unit
      catch case _: ClosedWatchServiceException => ()

  def text(name: String): String = Files.readString(folder.resolve(name))
  def json(name: String): ujson.Value = ujson.read(text(name))
end Program
