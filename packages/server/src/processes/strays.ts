import type { Executor, LaunchMark } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Collector } from "../output/index.ts";
import type { Settings } from "../settings/settings.ts";
import type { EngineStore, StoredLaunch } from "../store/index.ts";
import { nameMarked } from "./marked-process.ts";

export interface StraysOptions {
  executor: Executor;
  store: EngineStore;
  collector: Collector;
  settings: Settings;
  /** Id of the data folder, which marks the processes of its bots. */
  folderId?: string | undefined;
  log: Logger;
}

/** Processes of bots that cannot be taken over, because nothing but their mark assigns them to a bot. */
export class Strays {
  readonly #options: StraysOptions;

  constructor(options: StraysOptions) {
    this.#options = options;
  }

  /**
   * Ends processes that nothing but their mark assigns to this data folder, for instance because the folder of their launch
   * was removed. Nothing can be read from them any more.
   * @param known the open launches of the store; those of earlier versions have no mark of the data folder
   * @param adopted ids of the launches that were taken over
   */
  async end(known: readonly StoredLaunch[], adopted: ReadonlySet<string>): Promise<void> {
    const { folderId, settings } = this.#options;
    const rows = new Map(known.map((stored) => [stored.id, stored]));
    const belongs = ({ launchId, dataFolder }: LaunchMark) =>
      !adopted.has(launchId) && (dataFolder === undefined ? rows.has(launchId) : dataFolder === folderId);
    await this.#endMarked(belongs, ({ launchId }) => {
      const kind = rows.get(launchId)?.kind;
      return kind === "bot" || kind === "run" ? settings.stopGraceMs : 0;
    });
  }

  /** Kills all processes that have the mark of a bot. Call when none of its launches is left. */
  async endOf(botId: string): Promise<void> {
    const { folderId } = this.#options;
    if (folderId === undefined) return;
    await this.#endMarked(
      (mark) => mark.botId === botId && mark.dataFolder === folderId,
      () => 0,
    );
  }

  async #endMarked(belongs: (mark: LaunchMark) => boolean, graceOf: (mark: LaunchMark) => number) {
    const { executor, collector, store, log } = this.#options;
    const found = await executor.marked(belongs);
    await Promise.all(
      found.map(async (marked) => {
        const { mark, launch } = marked;
        const pid = launch.record.process?.pid;
        const bot = await store.botById(mark.botId);
        log.warn(
          { bot: mark.botId, launch: mark.launchId, pid },
          `Ending ${nameMarked(marked, bot)}, which only its mark assigns to it.`,
        );
        if (bot && bot.desired !== "deleted")
          collector.remark(mark.botId, strayEnded(pid), { level: "warn" });
        const graceMs = graceOf(mark);
        await (graceMs > 0 ? launch.stop(graceMs) : launch.kill());
      }),
    );
  }
}

function strayEnded(pid: number | undefined): string {
  const which = pid === undefined ? "A process" : `Process ${pid}`;
  return `${which} of the bot was still running, but the folder with its output is gone, so it is ended.`;
}
