/** A time and the value at that time. */
export type Sample = [time: string, value: number];

/**
 * The samples of one trend that cannot change any more: each is the first metric at or after a time of a grid, and a
 * later metric has been stored. Who stores an earlier metric, or removes metrics, must forget them.
 */
export class TrendSamples {
  #trend = "";
  #step = 0;
  #type = "";
  /** The first sample of the window. */
  first: Sample | undefined;
  readonly #byTime = new Map<number, Sample>();

  /** Begins to read a trend. Samples of another trend, or from before the window, are removed. */
  begin(type: string, field: string, symbol: string | null, from: string): void {
    const trend = JSON.stringify([type, field, symbol]);
    if (trend !== this.#trend) this.clear();
    this.#trend = trend;
    this.#type = type;
    for (const [at, [time]] of this.#byTime) if (time < from) this.#byTime.delete(at);
    if (this.first && this.first[0] < from) this.first = undefined;
    // The next sample is at most one step later, and need not be looked for.
    this.first ??= this.#byTime.values().next().value;
  }

  /** Returns the sample at a time of the grid with this step; `undefined` if it is not known. */
  at(time: number, step: number): Sample | undefined {
    if (step !== this.#step) this.#byTime.clear();
    this.#step = step;
    return this.#byTime.get(time);
  }

  /** Keeps the sample at a time of the last grid. A later metric must have been stored. */
  keep(time: number, sample: Sample): void {
    this.#byTime.set(time, sample);
  }

  /** Whether a metric that is stored now changes a sample. */
  changesWith(type: string, time: string): boolean {
    if (type !== this.#type) return false;
    if (this.first && time < this.first[0]) return true;
    for (const [sampled] of this.#byTime.values()) if (time < sampled) return true;
    return false;
  }

  clear(): void {
    this.first = undefined;
    this.#byTime.clear();
  }
}

const botsAtMost = 2_000;

/** The samples of the bots that users have looked at last. */
export class KeptSamples {
  readonly #byBot = new Map<string, TrendSamples>();

  of(botId: string): TrendSamples {
    const samples = this.#byBot.get(botId) ?? new TrendSamples();
    this.#byBot.delete(botId);
    this.#byBot.set(botId, samples);
    if (this.#byBot.size > botsAtMost) this.#byBot.delete(this.#byBot.keys().next().value!);
    return samples;
  }

  /** Call when metrics of a bot are stored, before anything reads them. */
  stored(botId: string, metrics: readonly { type: string; time: string }[]): void {
    const samples = this.#byBot.get(botId);
    if (samples && metrics.some(({ type, time }) => samples.changesWith(type, time)))
      this.#byBot.delete(botId);
  }

  /** Call when metrics of a bot have been removed. */
  removed(botId: string): void {
    this.#byBot.delete(botId);
  }
}
