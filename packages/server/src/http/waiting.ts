import { PlatformError, stopping } from "../errors.ts";
import type { Parts } from "./parts.ts";

export const waitSeconds = { minimum: 0, maximum: 120, default: 30 };

/** How often is looked at what nobody announces. */
const lookEveryMs = 100;

/**
 * Looks again and again until `look` gives something. `bell` rings when it is worth looking at once; without one the
 * clock does. Throws `wait_timeout` after `seconds` and when the client has gone, `shutting_down` when the platform stops.
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
      if (gone.aborted) throw new PlatformError("wait_timeout", "The client has gone.");
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
