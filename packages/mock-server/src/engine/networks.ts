import type { CutScope, StoredCut } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

const isOf = (scope: CutScope, cut: StoredCut) => cut.ownerId === scope.ownerId && cut.botId === scope.botId;

/** What is cut in the networks of bots that have none. */
export class Cuts {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  add(scope: CutScope, host: string | undefined, at: string): void {
    this.remove(scope, host, true);
    this.#memory.cuts.push({ ...scope, ...(host && { host }), at });
  }

  /** @param exactly of everything, only the cut of everything; otherwise all cuts of the scope */
  remove(scope: CutScope, host: string | undefined, exactly = false): void {
    this.#memory.cuts = this.#memory.cuts.filter(
      (cut) => !isOf(scope, cut) || !(cut.host === host || (host === undefined && !exactly)),
    );
  }
}
