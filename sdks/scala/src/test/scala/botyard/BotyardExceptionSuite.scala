package botyard

import java.io.IOException

final class BotyardExceptionSuite extends munit.FunSuite:
  test("an error has the message and the advice of its code, and its cause"):
    val cause = IOException()
    val error = BotyardException.caused(cause, "state.read_failed", "path" -> "/{reason}", "reason" -> "EIO")
    assertEquals(error.getMessage, "cannot read the state in /{reason}: EIO")
    assertEquals(error.next, "Check that STATE_DIR is a directory that the bot can read.")
    assertEquals(error.getCause, cause)
