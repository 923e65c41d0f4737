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
  const text = `${Math.floor(seconds / size)} ${unit}`;
  return milliseconds < 0 ? `${text} ago` : `in ${text}`;
}
