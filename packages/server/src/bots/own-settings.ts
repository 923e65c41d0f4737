import { type GivenSettings, settingNames, settingsFor } from "@botyard/manifest";
import type { BotSettings, Model } from "../model/model.ts";

/** Leaves out the settings that bots of this execution model do not have. */
export function ownSettings<Fields extends BotSettings>(
  model: Model,
  fields: Fields,
): Omit<Fields, keyof GivenSettings> & GivenSettings {
  const own = settingsFor(model) as string[];
  const others = (settingNames as string[]).filter((name) => !own.includes(name));
  const kept = Object.entries(fields).filter(([name]) => !others.includes(name));
  return Object.fromEntries(kept) as Omit<Fields, keyof GivenSettings> & GivenSettings;
}
