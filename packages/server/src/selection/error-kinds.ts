/** Maximum number of distinct errors; further ones are not counted. */
const kindsAtMost = 1_000;

export interface ErrorKind {
  /** The latest of these messages, cut. */
  message: string;
  count: number;
  last_at: string;
}

/** Counts error messages. Those that differ only in numbers and quoted parts are counted together. */
export class ErrorKinds {
  readonly #kinds = new Map<string, ErrorKind>();

  /** Call in order of time. */
  count(whole: string, time: string): void {
    const message = exceptionIn(whole);
    const fingerprint = fingerprintOf(message);
    const known = this.#kinds.get(fingerprint);
    const latest = { message: message.slice(0, 500), last_at: time };
    if (known) Object.assign(known, latest, { count: known.count + 1 });
    else if (this.#kinds.size < kindsAtMost) this.#kinds.set(fingerprint, { ...latest, count: 1 });
  }

  /** Returns the most frequent ones. */
  top(most: number): ErrorKind[] {
    return [...this.#kinds.values()].sort((a, b) => b.count - a.count).slice(0, most);
  }
}

/** Returns what follows the frames of a Python traceback, whose exception is at its end, or else the whole message. */
function exceptionIn(message: string): string {
  const start = message.lastIndexOf("Traceback (most recent call last):\n");
  const end = start === -1 ? -1 : message.slice(start).search(/\n\S/);
  return end === -1 ? message : message.slice(start + end + 1);
}

function fingerprintOf(message: string): string {
  return message
    .slice(0, 300)
    .replace(/"[^"]*"|'[^']*'/g, '""')
    .replace(/\b(?:0x)?[0-9a-f]*\d[0-9a-f]*\b/gi, "0");
}
