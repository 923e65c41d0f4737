import type { BotPatch } from "@botyard/client";
import { type SettingName, type SettingRow, settingNames, settingRow } from "@botyard/manifest/settings";
import type { Option } from "../command.ts";
import { usage } from "../failure.ts";

/** The config has options of its own. */
const names = settingNames.filter((name) => name !== "config");

const networkForms = ": none, internet, host, hosts separated by commas, a JSON object, or default";

const flagOf = (name: SettingName) => `--${name.replaceAll("_", "-")}`;
const keyOf = (name: SettingName) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function optionOf(name: SettingName, row: SettingRow): Option {
  const value =
    row.kind === "text" || row.kind === "network" ? name : row.kind === "seconds" ? "seconds" : "word";
  return {
    flags: `${flagOf(name)} <${value}>`,
    help:
      row.description.replaceAll("`", "").replace(/\.$/, "") + (row.kind === "network" ? networkForms : ""),
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
    return [[name, settingOf(name, text)]];
  });
  return Object.fromEntries(given) as BotPatch;
}

function settingOf(name: SettingName, text: string): unknown {
  const { kind } = settingRow(name);
  if (kind === "seconds") return secondsOf(flagOf(name), text);
  return kind === "network" ? networkOf(flagOf(name), text) : text;
}

/** Reads a word, a JSON object, or hosts that are separated by commas. `null`: what the custom bot asks for. */
function networkOf(flag: string, text: string): unknown {
  if (text === "default") return null;
  if (/^(none|internet|host)$/.test(text)) return text;
  if (!text.trimStart().startsWith("{")) return { hosts: text.split(",").map((host) => host.trim()) };
  try {
    return JSON.parse(text);
  } catch {
    throw usage(`${flag} ${text} is not a JSON object, for example {"hosts":["api.kraken.com"]}.`);
  }
}

function secondsOf(flag: string, given: string): number {
  const seconds = Number(given);
  if (!(seconds > 0)) throw usage(`${flag} ${given} is not a positive number.`);
  return seconds;
}
