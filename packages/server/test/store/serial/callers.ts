import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import type { ServiceStore } from "../../../src/store/service-store.ts";
import { type Call, type Outcome, outcomeOf } from "./verbs.ts";

/** Calls verbs at the same time. Returns their outcomes in the same order. */
export type Caller = (calls: readonly Call[]) => Promise<Outcome[]>;

/** Calls them in this process. */
export const inProcess =
  (services: ServiceStore): Caller =>
  (calls) =>
    Promise.all(calls.map((call) => outcomeOf(services, call)));

/**
 * Two more processes that use the database of this one, which no platform does: each process that opens the store is the
 * owner from then on. The earlier ones are entered as owners, too, so that the transactions of all are accepted.
 */
export class TwoProcesses {
  readonly #children: ChildProcess[] = [];

  static async start(url: string, folder: string): Promise<TwoProcesses> {
    const processes = new TwoProcesses();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const earlier: string[] = [];
    for (let n = 0; n < 2; n++) {
      const { rows } = await client.query<{ epoch: string }>("select epoch from ownership");
      earlier.push(rows[0]!.epoch);
      const child = fork(new URL("process.ts", import.meta.url), [url, folder], { stdio: "inherit" });
      processes.#children.push(child);
      const ended = once(child, "exit").then(() => Promise.reject(new Error("A process has ended.")));
      await Promise.race([once(child, "message"), ended]);
    }
    await client.query("insert into ownership select unnest($1::bigint[])", [earlier]);
    await client.end();
    return processes;
  }

  /** Has each of the two call half of the verbs. */
  call: Caller = async (calls) => {
    const outcomes: Outcome[] = [];
    const halves = this.#children.map((child, half) => ({
      child,
      places: calls.map((_, at) => at).filter((at) => at % 2 === half),
    }));
    await Promise.all(
      halves.map(async ({ child, places }) => {
        const answer = once(child, "message");
        child.send(places.map((at) => calls[at]!));
        const [given] = (await answer) as [Outcome[]];
        for (const [index, at] of places.entries()) outcomes[at] = given[index];
      }),
    );
    return outcomes;
  };

  async end(): Promise<void> {
    for (const child of this.#children) {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    }
  }
}
