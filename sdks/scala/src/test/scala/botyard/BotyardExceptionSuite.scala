package botyard

import java.io.IOException

final class BotyardExceptionSuite extends munit.FunSuite:
  test("an error has the message and the advice of its code, and its cause"):
    val cause = IOException()
    val error = BotyardException.caused(cause, "state.read_failed", "path" -> "/{reason}", "reason" -> "EIO")
    assertEquals(error.getMessage, "cannot read the state in /{reason}: EIO")
    assertEquals(error.next, "Check that STATE_DIR is a directory that the bot can read.")
    assertEquals(error.getCause, cause)

  test("a constant catches the error of a real call"):
    val caught =
      try
        query.handler("runs")(_ => 1)
        "no error"
      catch
        case error: BotyardException =>
          error.code match
            case ErrorCode.StateReadOnly    => "another error"
            case ErrorCode.QueryInvalidPath => error.getMessage
            case _                          => "no constant"
    assertEquals(caught, "a query path must begin with /, got \"runs\"")

  test("every code of the table has a constant"):
    val constants = ErrorCode.getClass.getDeclaredMethods.filter(_.getReturnType == classOf[String])
    val codes = constants.map(_.invoke(ErrorCode)).toSet
    assertEquals(codes, errors.ErrorTable.entries.keySet.toSet[AnyRef])
