package botyard.process

final class ClockSuite extends munit.FunSuite:
  test("a time has exactly three fraction digits, also before 1970"):
    assertEquals(clock.timestamp(1795184400007L), "2026-11-20T14:20:00.007Z")
    assertEquals(clock.timestamp(1795184400070L), "2026-11-20T14:20:00.070Z")
    assertEquals(clock.timestamp(-1L), "1969-12-31T23:59:59.999Z")
