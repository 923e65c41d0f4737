import type { PackEntry } from "../files/pack-entry.ts";
import { readText, viewOf } from "../files/package-view.ts";
import { botConfigBytes } from "../limits.ts";
import type { Problem } from "../problems/problem.ts";
import type { Runtimes } from "../runtimes/table.ts";
import { type ReadBotConfig, readBotConfig } from "./bot-config.ts";

export const botConfigFile = "bot-config.yaml";

/** The bot-config.yaml of a package as it was read once. */
export type PackageConfig = ReadBotConfig & { entry: PackEntry };

/** Reads the bot-config.yaml among the files of a package. Returns `undefined` if there is none. */
export async function readPackageConfig(
  entries: readonly PackEntry[],
  known: Runtimes,
): Promise<PackageConfig | undefined> {
  const entry = entries.find(({ path }) => path === botConfigFile);
  if (entry === undefined) return undefined;
  const problems: Problem[] = [];
  const text = await readText(viewOf([entry]), botConfigFile, botConfigBytes, problems);
  if (text === undefined) return { partial: {}, problems, entry };
  return { ...readBotConfig(text, botConfigFile, known), entry };
}
