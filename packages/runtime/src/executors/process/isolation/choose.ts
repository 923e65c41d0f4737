import type { IsolationLevel, IsolationReport } from "../../../executor.ts";
import { rightsOf } from "../network/border-command.ts";
import { networkObstacle } from "../network/obstacle.ts";
import type { Reach } from "../tools/tools.ts";
import type { Isolation } from "./isolation.ts";
import { isWeaker, type KnownLevel, LevelRecord } from "./level-record.ts";
import { type Offer, offers } from "./offers.ts";
import { findPrograms, type Programs } from "./programs.ts";

/** `auto`: the strongest level available on this machine. A level: that level, or no bot is started. */
export type WantedIsolation = "auto" | IsolationLevel;

export interface ChosenIsolation {
  isolation: Isolation;
  reach: Reach;
  /** Why it is not stronger, one sentence each. */
  reasons: string[];
}

/** No isolation could be chosen, and no bot is started. */
export interface NotChosen {
  isolation?: undefined;
  /** Why, one sentence each. */
  reasons: string[];
}

export interface ChoiceOptions {
  /** The executor's folder. */
  dir: string;
  wanted: WantedIsolation;
  /** Default: finds the programs of this machine. */
  programs?: () => Promise<Programs>;
}

interface Choice {
  level?: IsolationLevel;
  offer?: Offer;
  reasons: string[];
}

/**
 * Chooses the isolation of bots and records its level in the executor's folder.
 * @throws {Error} if the machine fails, for instance because the disk is full; then no weaker level may be used instead
 */
export async function chooseIsolation(options: ChoiceOptions): Promise<ChosenIsolation | NotChosen> {
  const record = new LevelRecord(options.dir);
  const { level, offer, reasons } = await choose(options, record.read(), rootNeedsConsent);
  if (!level || !offer) return { reasons };
  record.raise(level);
  return { isolation: offer.open(), reach: offer.reach, reasons };
}

export type IsolationSurvey = Pick<IsolationReport, "isolation" | "reasons" | "networkObstacle">;

/**
 * Returns the isolation that `auto` would choose for this executor folder if bots were allowed to run as root, or
 * `undetermined` if none can be used now, and why bots could have no networks of their own with it. Runs trial sandboxes,
 * and does not change the folder. Never rejects.
 */
export async function surveyIsolation(dir: string): Promise<IsolationSurvey> {
  const none = () => undefined;
  try {
    const { level, reasons } = await choose({ dir, wanted: "auto" }, new LevelRecord(dir).read(), none);
    if (!level) return { isolation: "undetermined", reasons };
    const obstacle = await networkObstacle(level, rightsOf(await findPrograms()));
    return { isolation: level, reasons, ...(obstacle !== undefined && { networkObstacle: obstacle }) };
  } catch (error) {
    return { isolation: "undetermined", reasons: [(error as Error).message] };
  }
}

async function choose(
  { dir, wanted, programs = findPrograms }: ChoiceOptions,
  known: KnownLevel,
  objection: (level: IsolationLevel) => string | undefined,
): Promise<Choice> {
  if (process.platform !== "linux") {
    throw new Error(`Bots can run only on Linux; this is ${process.platform}.`);
  }
  const offered = offers(dir, await programs(), isRoot());
  if (wanted !== "auto") {
    const obstacle = await offered[wanted].obstacle();
    const asked =
      wanted === "bubblewrap" ? [] : [`Isolation "${wanted}" was requested.${lowered(known, wanted)}`];
    if (obstacle) return { reasons: [...asked, obstacle.why] };
    return chosen(wanted, offered[wanted], asked);
  }
  const reasons: string[] = [];
  for (const level of ["bubblewrap", "user", "none"] as const) {
    const refused = tooWeak(known, level) ?? objection(level);
    const obstacle = refused ? undefined : await offered[level].obstacle();
    if (!refused && !obstacle) return chosen(level, offered[level], reasons);
    reasons.push(refused ?? obstacle?.why ?? "");
    if (refused || !obstacle?.isLasting) break;
  }
  return { reasons };
}

function chosen(level: IsolationLevel, offer: Offer, reasons: string[]): Choice {
  const shortcoming = offer.shortcoming?.();
  return { level, offer, reasons: shortcoming ? [...reasons, shortcoming] : reasons };
}

const isRoot = () => process.getuid?.() === 0;
const byOption = "start the platform with --isolation";

/** Without isolation, bots cannot have networks of their own either. */
const optionsOf = (level: IsolationLevel) => (level === "none" ? "none --network host" : level);

function rootNeedsConsent(level: IsolationLevel): string | undefined {
  if (level !== "none" || !isRoot()) return undefined;
  return `Without isolation, bots would run as root and could read the platform's keys; to accept that, ${byOption} ${optionsOf("none")}.`;
}

/** `auto` never chooses a weaker level than bots in this data folder have already run with. */
function tooWeak(known: KnownLevel, level: IsolationLevel): string | undefined {
  if (known.kind === "had" && isWeaker(level, known.level)) {
    return `Bots in this data folder have run with "${known.level}", and a weaker isolation is not chosen automatically; to use it, ${byOption} ${optionsOf(level)}.`;
  }
  if (known.kind === "unknown" && level !== "bubblewrap") {
    return `The isolation that bots in this data folder have run with is unknown (${known.why}), so nothing weaker than "bubblewrap" is chosen automatically; to use a weaker one, ${byOption} user, or ${byOption} ${optionsOf("none")}.`;
  }
  return undefined;
}

function lowered(known: KnownLevel, wanted: IsolationLevel): string {
  if (known.kind !== "had" || !isWeaker(wanted, known.level)) return "";
  return ` Bots in this data folder have run with "${known.level}" before.`;
}
