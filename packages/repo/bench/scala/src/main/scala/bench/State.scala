package bench

import botyard.state
import java.io.FileOutputStream
import java.nio.channels.FileChannel
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardOpenOption.READ
import java.nio.file.{Files, Path}
import scala.util.Using

/** Times `state.set` and a bare durable write of the same bytes in the same directory, in turn. */
object State:
  private val trade = ujson.Obj("symbol" -> "AAPL", "price" -> 187.5, "size" -> 10)
  private val value = ujson.Obj("cash" -> 10250.75, "trades" -> Seq.fill(8)(trade))
  private val document = value.toString.getBytes
  private val directory = Path.of(System.getenv("STATE_DIR"))

  def main(arguments: Array[String]): Unit =
    InTurn.run(arguments(0).toInt, 1)(state.set("portfolio", value))(bare())

  private def bare(): Unit =
    val temporary = directory.resolve(".bare")
    Using.resource(FileOutputStream(temporary.toFile)): file =>
      file.write(document)
      file.getFD.sync()
    Files.move(temporary, directory.resolve("bare"), ATOMIC_MOVE)
    Using.resource(FileChannel.open(directory, READ))(_.force(true))
