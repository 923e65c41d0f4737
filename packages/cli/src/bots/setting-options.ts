import type { BotPatch } from "@botyard/client";
import { type SettingName, type SettingRow, settingNames, settingRow } from "@botyard/manifest/settings";
import type { Option } from "../command.ts";
import { usage } from "../failure.ts";

/** The config has options of its own. */
const names = settingNames.filter((name) => name !== "config");

const forms: Partial<Record<SettingRow["kind"], string>> = {
  network: ": none, internet, host, hosts separated by commas, a JSON object, or default",
  resources: ": for example memory=512MiB,cpus=1, or default",
  labels: ": all of them, for example team=research,env=live, or none",
};

const flagOf = (name: SettingName) => `--${name.replaceAll("_", "-")}`;
const keyOf = (name: SettingName) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function optionOf(name: SettingName, row: SettingRow): Option {
  const value = row.kind === "seconds" ? "seconds" : row.kind === "choice" ? "word" : name;
  return {
    flags: `${flagOf(name)} <${value}>`,
    help: row.description.replaceAll("`", "").replace(/\.$/, "") + (forms[row.kind] ?? ""),
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
  if ((kind === "network" || kind === "resources") && text === "default") return null;
  if (kind === "network") return networkOf(flagOf(name), text);
  if (kind === "labels") return text === "none" ? null : labelsOf(flagOf(name), text);
  return kind === "resources" ? resourcesOf(flagOf(name), text) : text;
}

/** Reads a word, a JSON object, or hosts that are separated by commas. */
function networkOf(flag: string, text: string): unknown {
  if (/^(none|internet|host)$/.test(text)) return text;
  if (!text.trimStart().startsWith("{")) return { hosts: text.split(",").map((host) => host.trim()) };
  try {
    return JSON.parse(text);
  } catch {
    throw usage(`${flag} ${text} is not a JSON object, for example {"hosts":["api.kraken.com"]}.`);
  }
}

/** Reads labels that are separated by commas. The platform checks them. */
const labelsOf = (flag: string, text: string) =>
  Object.fromEntries(pairsIn(flag, text, "key=text, such as team=research"));

/** Reads amounts that are separated by commas. The platform checks them. */
function resourcesOf(flag: string, text: string): unknown {
  const pairs = pairsIn(flag, text, "name=amount, such as memory=512MiB").map(([name, amount]) => {
    const isNumber =
      (name === "cpus" || name === "processes") && amount !== "" && !Number.isNaN(Number(amount));
    return [name, isNumber ? Number(amount) : amount];
  });
  return Object.fromEntries(pairs);
}

function pairsIn(flag: string, text: string, form: string): [string, string][] {
  return text.split(",").map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1) throw usage(`${flag} ${pair} is not of the form ${form}.`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
}

function secondsOf(flag: string, given: string): number {
  const seconds = Number(given);
  if (!(seconds > 0)) throw usage(`${flag} ${given} is not a positive number.`);
  return seconds;
}
