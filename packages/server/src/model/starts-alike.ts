import { isDeepStrictEqual } from "node:util";
import { settingNames, settingRow } from "@botyard/manifest";
import type { BotSettings } from "./model.ts";

const replacing = settingNames.filter((name) => settingRow(name).replaces);

/** Whether a process that was started with the one settings is as good as one with the others. */
export const startsAlike = (one: BotSettings, other: BotSettings): boolean =>
  replacing.every((name) => isDeepStrictEqual(one[name], other[name]));
