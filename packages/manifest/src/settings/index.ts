/** The settings of bots, without what checks them: it loads at once, also in a browser. */
export { type Labels, labelsText, splitLabel } from "../labels/labels.ts";
export { type SettingRow, schemaOfSetting } from "./row.ts";
export {
  botSettings,
  type GivenSettings,
  longestSeconds,
  type NamesWith,
  type SettingChanges,
  type SettingName,
  type SettledSettings,
  settingNames,
  settingRow,
  settingsFor,
} from "./table.ts";
