package botyard

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters.*

/** A bot in a process of its own, in a new folder. */
final class Program(main: String, variables: (String, String)*):
  val folder: Path = Files.createTempDirectory("botyard-")
  private val command =
    List("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), main)

  private val builder =
    ProcessBuilder((s"${System.getProperty("java.home")}/bin/java" :: command).asJava)
      .directory(folder.toFile)
      .redirectOutput(folder.resolve("out").toFile)
      .redirectError(folder.resolve("err").toFile)
  builder.environment.putAll((Map("BOT_ID" -> "b1", "BOT_CONFIG" -> "{}") ++ variables).asJava)
  val process: Process = builder.start()

  /** Waits for the end; returns the exit code. */
  def end(): Int =
    if !process.waitFor(20, SECONDS) then
      process.destroyForcibly(): Unit
      throw AssertionError(s"$main did not end: ${text("err")}")
    process.exitValue

  def text(name: String): String = Files.readString(folder.resolve(name))
  def json(name: String): ujson.Value = ujson.read(text(name))
