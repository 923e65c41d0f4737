/** The meaning of a status; colour, shape and word say the same. */
export type Tone = "good" | "warn" | "bad" | "busy" | "off";

/** Paths in a square of 12. */
export const shapes: Record<Tone, string> = {
  good: "M6 0a6 6 0 1 1 0 12a6 6 0 1 1 0-12",
  warn: "M6 0l6 11H0z",
  bad: "M2 0L6 4l4-4 2 2-4 4 4 4-2 2-4-4-4 4-2-2 4-4-4-4z",
  busy: "M6 0a6 6 0 1 1-6 6h2.4A3.6 3.6 0 1 0 6 2.4z",
  off: "M1 1h10v10H1z",
};

export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class="status" data-tone={tone}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={shapes[tone]} />
      </svg>
      {children}
    </span>
  );
}
