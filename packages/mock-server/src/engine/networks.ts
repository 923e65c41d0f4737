import type { CutScope, StoredCut } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

const isOf = (scope: CutScope, cut: StoredCut) => cut.ownerId === scope.ownerId && cut.botId === scope.botId;

/** What is cut in the networks of bots that have none. */
export class Cuts {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  add(cut: StoredCut): void {
    if (this.#memory.cuts.some((known) => isOf(cut, known) && known.host === cut.host)) return;
    this.#memory.cuts.push(cut);
  }

  /** Removes the cut of a host, or all cuts of the scope. */
  remove(scope: CutScope, host: string | undefined): void {
    this.#memory.cuts = this.#memory.cuts.filter(
      (cut) => !isOf(scope, cut) || (host !== undefined && cut.host !== host),
    );
  }
}
