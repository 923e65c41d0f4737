import { expect, test, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { waitFor } from "../../src/operations/waiting.ts";

test("waiting ends when the client has gone", async () => {
  const gone = new AbortController();
  const look = vi.fn(async () => undefined);
  const parts = { clock: systemClock, closing: new AbortController().signal };
  const waiting = waitFor(parts, gone.signal, 120, look, "It did not come");
  await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(1));
  const looks = look.mock.calls.length;
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ code: "wait_timeout" });
  expect(look.mock.calls.length).toBe(looks);
});
