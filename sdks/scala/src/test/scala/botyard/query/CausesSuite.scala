package botyard.query

import botyard.BotyardException
import java.lang.reflect.InvocationTargetException

final class CausesSuite extends munit.FunSuite:
  test("the causes of a failure are found through every wrapper, the nearest one first"):
    val refused = BotyardException("query.invalid_param")
    val inner = IllegalStateException()
    inner.initCause(refused): Unit
    val outer = RuntimeException(InvocationTargetException(inner))
    assertEquals(causesOf(outer).toList, List(outer.getCause, inner, refused))

  test("a cycle of causes ends"):
    val (one, two) = (RuntimeException("one"), RuntimeException("two"))
    one.initCause(two): Unit
    two.initCause(one): Unit
    assertEquals(firstCausesOf(one, 8), List(two))
    assertEquals(causesOf(one).size, 100_000)

  test("an endless chain of causes ends"):
    final class Endless extends RuntimeException:
      override def getCause: Throwable = Endless()
    assertEquals(causesOf(Endless()).size, 100_000)

  test("a failure whose getCause fails has no cause"):
    final class Hostile(failure: Throwable) extends RuntimeException:
      override def getCause: Throwable = throw failure
    for failure <- List(IllegalStateException(), StackOverflowError(), InterruptedException()) do
      assertEquals(causesOf(Hostile(failure)).toList, Nil)

  test("bot code can give an error of the SDK a cause"):
    val (error, cause) = (BotyardException("query.invalid_param"), RuntimeException())
    error.initCause(cause): Unit
    assertEquals(error.getCause, cause)
end CausesSuite
