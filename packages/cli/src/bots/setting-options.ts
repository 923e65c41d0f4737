import type { BotPatch } from "@botyard/client";
import { type SettingName, type SettingRow, settingNames, settingRow } from "@botyard/manifest/settings";
import type { Option } from "../command.ts";
import { usage } from "../failure.ts";

/** The config has options of its own. */
const names = settingNames.filter((name) => name !== "config");

const flagOf = (name: SettingName) => `--${name.replaceAll("_", "-")}`;
const keyOf = (name: SettingName) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function optionOf(name: SettingName, row: SettingRow): Option {
  const value = row.kind === "text" ? name : row.kind === "seconds" ? "seconds" : "word";
  return {
    flags: `${flagOf(name)} <${value}>`,
    help: row.description.replaceAll("`", "").replace(/\.$/, ""),
    ...(row.kind === "choice" && { choices: Object.keys(row.words) }),
  };
}

/** An option for each setting. */
export const settingOptions = names.map((name) => optionOf(name, settingRow(name)));

/** Returns the settings that are given by options. */
export function settingsIn(options: Partial<Record<string, unknown>>): BotPatch {
  const given = names.flatMap((name) => {
    const text = options[keyOf(name)] as string | undefined;
    if (text === undefined) return [];
    return [[name, settingRow(name).kind === "seconds" ? secondsOf(flagOf(name), text) : text]];
  });
  return Object.fromEntries(given) as BotPatch;
}

function secondsOf(flag: string, given: string): number {
  const seconds = Number(given);
  if (!(seconds > 0)) throw usage(`${flag} ${given} is not a positive number.`);
  return seconds;
}
