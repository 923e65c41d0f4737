package botyard.process

import botyard.json.JsonBytes
import java.io.{ByteArrayOutputStream, IOException, PrintStream}

final class LineStreamSuite extends munit.FunSuite:
  test("a line never follows a part of a line that could not be written whole"):
    var isFull = true
    val disk = new ByteArrayOutputStream:
      override def write(bytes: Array[Byte], from: Int, length: Int): Unit =
        super.write(bytes, from, if isFull then length / 2 else length)
        if isFull then throw IOException("No space left on device")
    val lines = LineStream(disk, () => PrintStream(disk))
    def line(text: String) = JsonBytes().add(text).add('\n')
    intercept[IOException](lines.writeLine(line("[1,2]"))): Unit
    isFull = false
    lines.writeLine(line("[3]"))
    lines.writeLine(line("[4]"))
    assertEquals(disk.toString, "[1,\n[3]\n[4]\n")
