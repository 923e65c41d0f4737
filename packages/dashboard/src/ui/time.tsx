import { computed, signal } from "@preact/signals";
import { platformNow } from "../lib/clock.ts";
import { written } from "../lib/times.ts";

const seconds = signal(0);
setInterval(() => {
  seconds.value += 1;
}, 1000);

/** The current time, once a second, and again when the platform has told its own. */
const now = computed(() => {
  seconds.value;
  return platformNow();
});

/** How long ago, or in how long; the exact time with its zone is in the tooltip. */
export function Ago({ time }: { time: string }) {
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={written("zoned", at)}>
      {distance(at - now.value)}
    </time>
  );
}

const units: [string, number][] = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
];

export function distance(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (seconds === 0) return "now";
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ["s", 1];
  // A key that was created for 90 days a second ago expires in 90 days, not in 89.
  return milliseconds < 0
    ? `${Math.floor(seconds / size)} ${unit} ago`
    : `in ${Math.round(seconds / size)} ${unit}`;
}
