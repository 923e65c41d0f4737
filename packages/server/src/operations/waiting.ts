import { PlatformError, stopping } from "../errors/platform-error.ts";
import type { Parts } from "./parts.ts";
import { refuseEnded } from "./perform.ts";

export const waitSeconds = { minimum: 0, maximum: 120, default: 30 };

/** Polling interval where no event announces a change. */
const lookEveryMs = 100;

/**
 * Calls `look` until it returns a value.
 *
 * @param what start of the sentence that reports a time-out; " within {seconds} s." follows
 * @param bell subscribes to changes: `look` is called after each `ring` (default: every 100 ms)
 * @throws {PlatformError} `wait_timeout` after `seconds` or when the client has gone, `shutting_down`
 */
export async function waitFor<Found>(
  { clock, closing }: Pick<Parts, "clock" | "closing">,
  gone: AbortSignal,
  seconds: number,
  look: () => Promise<Found | undefined>,
  what: string,
  bell?: (ring: () => void) => () => void,
): Promise<Found> {
  let wake = () => {};
  let rung = false;
  const ring = () => {
    rung = true;
    wake();
  };
  let late = false;
  const unhook = bell?.(ring);
  const cancel = clock.after(seconds * 1000, () => {
    late = true;
    ring();
  });
  closing.addEventListener("abort", ring);
  gone.addEventListener("abort", ring);
  try {
    for (;;) {
      rung = false;
      refuseEnded({ gone });
      if (gone.aborted) throw new PlatformError("wait_timeout", "The client has closed the connection.");
      const found = await look();
      if (found !== undefined) return found;
      if (closing.aborted) throw stopping();
      if (late) throw new PlatformError("wait_timeout", `${what} within ${seconds} s.`);
      if (rung) continue;
      const nextLook = bell ? () => {} : clock.after(lookEveryMs, ring);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      nextLook();
    }
  } finally {
    cancel();
    unhook?.();
    closing.removeEventListener("abort", ring);
    gone.removeEventListener("abort", ring);
  }
}
