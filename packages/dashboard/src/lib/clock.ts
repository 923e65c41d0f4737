import { signal } from "@preact/signals";

/** By how many milliseconds the clock of the platform is ahead of the browser's. */
const ahead = signal(0);

/** Takes the platform's time. A difference that the network may have caused is not one of the clocks. */
export function setPlatformTime(time: Date): void {
  const difference = time.getTime() - Date.now();
  ahead.value = Math.abs(difference) < 2_000 ? 0 : difference;
}

/** The time of the platform, in milliseconds since the epoch: what its records are compared with. */
export const platformNow = (): number => Date.now() + ahead.value;
