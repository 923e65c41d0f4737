import { isDeepStrictEqual } from "node:util";
import type { LaunchMark } from "@botyard/runtime";
import { nameMarked } from "../processes/index.ts";
import { type Copy, findPlace, homeOf, requireUnused, strayedFrom, takePlace } from "../store/index.ts";
import type { EngineParts } from "./engine.ts";

/** A data folder in which bots may run; or `copy`, which says why not. */
export interface Settled {
  folderId?: string;
  copy?: Told;
}

/** Why no bot is run. */
export interface Told {
  /** With paths. */
  operator: string;
  everybody: string;
}

/**
 * Determines whether the bots of the data folder may run here.
 * @param takesOver the operator says that they may, although the folder is a copy
 * @throws {DataDirLockedError} if a platform on this machine uses the original of a copy that is to be taken over
 */
export async function settleIn(
  parts: Pick<EngineParts, "storage" | "executor" | "settings" | "log">,
  takesOver: boolean,
): Promise<Settled> {
  const { dataDir } = parts.settings;
  const { home } = parts.storage;
  const launches = await parts.storage.asked.openLaunches();
  const place = findPlace(
    dataDir,
    // A store outside of the folder knows by its own record.
    home ? [] : launches.map(({ record }) => record.dir),
  );
  const known = await home?.read();
  const here = homeOf(dataDir);
  const copy = place.copy ?? (here && strayedFrom(known, here));
  // Of the folder that the bots were run from.
  const id = place.copy ? place.id : (known?.id ?? place.id);
  if (!copy) {
    // A record that could not be written, on a full disk, must not be that of the bots.
    if (here && !isDeepStrictEqual(known, here)) await home?.keep(here);
    return { ...(id !== undefined && { folderId: id }) };
  }
  if (!takesOver) return { copy: { operator: describe(copy, dataDir), everybody: everybody[whose(copy)] } };
  if (copy.of !== undefined && copy.of !== dataDir) requireUnused(copy.of);
  await endOriginals(
    parts,
    id,
    launches.map((launch) => launch.id),
  );
  parts.log.warn(
    { from: copy.of },
    copy.kind === "other"
      ? "The bots of another data folder are taken over: they run here from now on."
      : "The data folder was a copy and is taken over: its bots run here from now on.",
  );
  const folderId = takePlace(dataDir, copy.of);
  await home?.keep(homeOf(dataDir)!);
  return { folderId };
}

const whose = ({ kind }: Copy) => (kind === "other" ? "other" : "copy");

/** What is said to everybody, without paths. */
const everybody = {
  copy:
    "The data folder is a copy of another, so no bot is run: the same bots may run there. To run them here, stop the " +
    "other platform and start this one with `platform serve --take-over`.",
  other:
    "The bots of the database belong to another data folder, so no bot is run: they may run there. To run them here, stop " +
    "the other platform and start this one with `platform serve --take-over`.",
};

/** Ends the bots of the original on this machine, which outlive its platform: they must not run twice. */
async function endOriginals(
  { storage, executor, settings, log }: Pick<EngineParts, "storage" | "executor" | "settings" | "log">,
  /** Its id, if that is known. */
  id: string | undefined,
  launchIds: readonly string[],
): Promise<void> {
  const known = new Set(launchIds);
  const belongs = ({ launchId, dataFolder }: LaunchMark) =>
    id === undefined || dataFolder === undefined ? known.has(launchId) : dataFolder === id;
  const found = await executor.marked(belongs);
  await Promise.all(
    found.map(async (marked) => {
      const { mark, launch } = marked;
      const bot = await storage.asked.botById(mark.botId);
      log.warn(
        { bot: mark.botId, launch: mark.launchId, pid: launch.record.process?.pid },
        `Ending ${nameMarked(marked, bot)}, which the original had started.`,
      );
      await launch.stop(settings.stopGraceMs);
    }),
  );
}

function describe({ kind, of, isOfAnotherMachine }: Copy, dataDir: string): string {
  const hint =
    "To run the bots here, stop the other platform and start this one with `platform serve --take-over`.";
  const because = "so no bot is run: the same bots may run there";
  const where = `${of === dataDir ? "at the same path" : `at ${of}`}${isOfAnotherMachine ? " on another machine" : ""}`;
  if (kind === "unknown")
    return `The record of the place of the data folder, ${dataDir}/place.json, is damaged, so no bot is run: the folder may be a copy. ${hint}`;
  if (kind === "other")
    return `The bots of the database were last run from ${of === dataDir ? "an earlier data folder " : "the data folder "}${where}, ${because}. Check PLATFORM_DATABASE_URL. ${hint}`;
  if (kind === "elsewhere") return `The data folder ${dataDir} was last used ${where}, ${because}. ${hint}`;
  return `The data folder ${dataDir} is a copy of the one ${where}, ${because}. ${hint}`;
}
