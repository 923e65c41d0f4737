package botyard.process

import java.io.{FileOutputStream, IOException}
import java.nio.ByteBuffer
import java.nio.channels.Pipe
import java.nio.file.{FileSystemException, Files, Path}

final class SystemErrorSuite extends munit.FunSuite:
  private def nameOf(action: => Any): String = systemError.name(intercept[IOException](action: Unit))

  test("a failure has the name of its system error"):
    assertEquals(nameOf(FileOutputStream("/dev/full").write(0)), "ENOSPC")
    assertEquals(nameOf(FileOutputStream("/dev/null/x")), "ENOTDIR")
    assertEquals(nameOf(FileOutputStream("/")), "EISDIR")
    assertEquals(nameOf(Files.createFile(Path.of("/missing/x"))), "ENOENT")
    assertEquals(nameOf(Files.createFile(Path.of("/" + "x" * 300))), "ENAMETOOLONG")
    assertEquals(systemError.name(IOException("Stream Closed")), "EBADF")

  test("the text of a failure is known in every locale"):
    val full = intercept[IOException](FileOutputStream("/dev/full").write(0))
    assertEquals(localTexts.name(full.getMessage), Some("ENOSPC"))
    val file = intercept[FileSystemException](Files.size(Path.of("/dev/null/x")))
    assertEquals(localTexts.name(file.getReason), Some("ENOTDIR"))
    val pipe = Pipe.open
    pipe.source.close()
    val broken = intercept[IOException](pipe.sink.write(ByteBuffer.allocate(1)))
    assertEquals(localTexts.name(broken.getMessage), Some("EPIPE"))

  test("an unknown failure is named by its own words"):
    assertEquals(systemError.name(IOException("no words known")), "no words known")
    assertEquals(systemError.name(IOException()), "IOException")
