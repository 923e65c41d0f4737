/** A pattern and the flag by which {@link Automaton.scan} reports it. */
export interface Pattern {
  text: string;
  /** One bit of 1 to 128. */
  flag: number;
}

/**
 * Searches bytes for many short patterns in one pass, ignoring the case of ASCII letters
 * (the Aho-Corasick automaton with a full transition table).
 */
export class Automaton {
  /** Bytes that occur in no pattern share a class, so that the table fits in the processor's fastest cache. */
  readonly #classes: Uint8Array;
  /** Next state by state + class. A state is the offset of its row; states that report a match come last. */
  readonly #next: Int32Array;
  readonly #firstReporting: number;
  readonly #width: number;
  readonly #flags: Uint8Array;
  readonly #longest: number;

  constructor(patterns: readonly Pattern[]) {
    const bytes = patterns.map(({ text }) => Buffer.from(text, "utf8").map(lower));
    const { classes, count } = classesOf(bytes);
    const width = 2 ** Math.ceil(Math.log2(count));
    const trie = new Trie(width);
    for (const [at, pattern] of bytes.entries()) {
      trie.add(
        Array.from(pattern, (byte) => classes[byte] ?? 0),
        patterns[at]?.flag ?? 0,
      );
    }
    const { next, flags } = trie.complete();
    const states = flags.length;
    const order = [...flags.keys()].sort((a, b) => Number(flags[a] !== 0) - Number(flags[b] !== 0) || a - b);
    const place = new Int32Array(states);
    for (const [at, state] of order.entries()) place[state] = at;
    this.#classes = classes;
    this.#width = width;
    this.#next = new Int32Array(states * width);
    this.#flags = new Uint8Array(states);
    for (let state = 0; state < states; state++) {
      const row = place[state] ?? 0;
      this.#flags[row] = flags[state] ?? 0;
      for (let column = 0; column < width; column++) {
        this.#next[row * width + column] = (place[next[state * width + column] ?? 0] ?? 0) * width;
      }
    }
    this.#firstReporting = (states - flags.filter((flag) => flag !== 0).length) * width;
    this.#longest = Math.max(1, ...bytes.map((pattern) => pattern.length));
  }

  /** Returns the combined flags of all patterns found; stops early once one of the flags in `enough` is found. */
  scan(bytes: Uint8Array, start: number, end: number, enough: number): number {
    const quarter = (end - start) >> 2;
    if (quarter < 4 * this.#longest) return this.#scanPart(bytes, start, end, enough);
    return this.#scanLanes(bytes, start, end, quarter, enough);
  }

  #scanPart(bytes: Uint8Array, start: number, end: number, enough: number): number {
    const next = this.#next;
    const classes = this.#classes;
    const reporting = this.#firstReporting;
    let state = 0;
    let found = 0;
    for (let at = start; at < end; at++) {
      state = next[state | (classes[bytes[at] as number] as number)] as number;
      if (state >= reporting) {
        found |= this.#flags[state / this.#width] as number;
        if (found & enough) return found;
      }
    }
    return found;
  }

  /** Scans four places at a time, so that their memory accesses overlap. */
  #scanLanes(bytes: Uint8Array, start: number, end: number, quarter: number, enough: number): number {
    const next = this.#next;
    const classes = this.#classes;
    const reporting = this.#firstReporting;
    const width = this.#width;
    const second = start + quarter;
    const third = second + quarter;
    const fourth = third + quarter;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let found = 0;
    for (let step = 0; step < quarter; step++) {
      a = next[a | (classes[bytes[start + step] as number] as number)] as number;
      b = next[b | (classes[bytes[second + step] as number] as number)] as number;
      c = next[c | (classes[bytes[third + step] as number] as number)] as number;
      d = next[d | (classes[bytes[fourth + step] as number] as number)] as number;
      if (a >= reporting || b >= reporting || c >= reporting || d >= reporting) {
        for (const state of [a, b, c, d]) found |= this.#flags[state / width] as number;
        if (found & enough) return found;
      }
    }
    // Matches across the seams, and the up to three bytes after the last lane.
    const overlap = this.#longest - 1;
    for (const seam of [second, third, fourth]) {
      found |= this.#scanPart(bytes, seam - overlap, seam + overlap, enough);
    }
    return found | this.#scanPart(bytes, fourth + quarter - overlap, end, enough);
  }
}

/** Class 0 holds all bytes that occur in no pattern. */
function classesOf(patterns: readonly Uint8Array[]): { classes: Uint8Array; count: number } {
  const classes = new Uint8Array(256);
  let count = 1;
  for (const pattern of patterns) {
    for (const byte of pattern) {
      if (classes[byte] === 0) classes[byte] = count++;
    }
  }
  for (let byte = 65; byte <= 90; byte++) classes[byte] = classes[byte + 32] ?? 0;
  return { classes, count };
}

class Trie {
  readonly #width: number;
  /** Child by state × width + class. 0, the root, means that there is no child: no edge leads to the root. */
  readonly #children: number[];
  readonly #flags: number[] = [0];

  constructor(width: number) {
    this.#width = width;
    this.#children = new Array(width).fill(0);
  }

  add(classes: readonly number[], flag: number): void {
    let state = 0;
    for (const column of classes) {
      const slot = state * this.#width + column;
      let child = this.#children[slot] ?? 0;
      if (child === 0) {
        child = this.#flags.length;
        this.#flags.push(0);
        for (let i = 0; i < this.#width; i++) this.#children.push(0);
        this.#children[slot] = child;
      }
      state = child;
    }
    this.#flags[state] = (this.#flags[state] ?? 0) | flag;
  }

  /** Fills in each missing transition with that of the longest suffix in the trie. */
  complete(): { next: number[]; flags: number[] } {
    const width = this.#width;
    const next = this.#children;
    const flags = this.#flags;
    const suffix = new Array<number>(flags.length).fill(0);
    const queue = next.slice(0, width).filter((child) => child !== 0);
    for (const state of queue) {
      const fallback = suffix[state] ?? 0;
      flags[state] = (flags[state] ?? 0) | (flags[fallback] ?? 0);
      for (let column = 0; column < width; column++) {
        const slot = state * width + column;
        const child = next[slot] ?? 0;
        const other = next[fallback * width + column] ?? 0;
        if (child === 0) next[slot] = other;
        else {
          suffix[child] = other;
          queue.push(child);
        }
      }
    }
    return { next, flags };
  }
}

function lower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}
