package botyard.process

import botyard.json.JsonBytes
import java.io.{FileDescriptor, FileOutputStream, OutputStream, PrintStream}

/** Standard output and standard error. */
private[botyard] object streams:
  mainProgram.endsWithItsFailure()

  private val output = LineStream(FileOutputStream(FileDescriptor.out), () => System.out)
  private val errors = LineStream(FileOutputStream(FileDescriptor.err), () => System.err)

  def writeOutputLine(line: JsonBytes): Unit = TestProcess.current match
    case None       => output.writeLine(line)
    case Some(test) => test.writeOutputLine(line)

  def writeErrorLine(line: JsonBytes): Unit = TestProcess.current match
    case None       => errors.writeLine(line)
    case Some(test) => test.writeErrorLine(line)

  /** Flushes what bot code has printed. */
  def flush(): Unit =
    output.flush()
    errors.flush()

/** A stream to which any thread may write whole lines.
  *
  * Lines bypass Java's `PrintStream`, which hides failures.
  */
private final class LineStream(file: OutputStream, printed: () => PrintStream):
  // Java does not say how much of a failed write the system has taken, so any may have left a part of a line.
  private var torn = false

  /** Writes a line, which ends with a line feed, after what bot code has printed [MET-1]. It never follows a part of a line
    * that could not be written whole.
    */
  def writeLine(line: JsonBytes): Unit = synchronized:
    flush()
    if torn then file.write('\n')
    torn = true
    line.writeTo(file)
    torn = false

  def flush(): Unit = printed().flush()
