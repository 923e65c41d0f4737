package botyard

import munit.ScalaCheckSuite
import org.scalacheck.Prop.forAll
import org.scalacheck.{Arbitrary, Gen}

final class StateKeySuite extends ScalaCheckSuite:
  property("a key is read back from its file name"):
    forAll(Gen.stringOf(Gen.choose('\u0000', '\ud7ff')).map(_.take(20)).filter(_.nonEmpty)): key =>
      StateKey.encode(key).forall(name => StateKey.decode(s"$name.json").contains(key))

  property("a file name counts as a key only if it is the name of this key"):
    forAll(Arbitrary.arbitrary[String]): name =>
      StateKey.decode(s"$name.json").forall(key => StateKey.encode(key) == Right(name))

  test("all but lower-case letters, digits, _ and - is escaped"):
    assertEquals(StateKey.encode("Last price_é-1"), Right("%4cast%20price_%c3%a9-1"))

  test("a key has 1 to 200 characters when encoded"):
    assertEquals(StateKey.encode("a" * 200), Right("a" * 200))
    for key <- List("", "a" * 201, "é" * 34, null, 0xd800.toChar.toString) do
      assert(StateKey.encode(key).isLeft, key)

  test("other names are not keys"):
    for name <- List(
        "a",
        ".json",
        "A.json",
        "%41.json",
        "%4C.json",
        "%.json",
        "%c3.json",
        ".tmp-a-0.json",
        "a.JSON"
      )
    do assertEquals(StateKey.decode(name), Option.when(name == "%41.json")("A"), name)
