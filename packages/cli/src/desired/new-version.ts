import { checksHere, hideSecrets, type InstanceConfig, pointerOf, replacedIn } from "@botyard/manifest";
import type { PreparedFolder } from "../package/prepare-folder.ts";
import type { Fault } from "./fault.ts";
import type { FoundInstance } from "./folder.ts";
import { standIn } from "./stand-in.ts";

type Config = Record<string, unknown>;

/**
 * Checks an instance of a version that is still to be uploaded, as far as that is possible here: its type and its config.
 * Returns its config with defaults and without secrets.
 */
export async function checkHere(
  { instance, file, placeOf }: FoundInstance,
  { config: { name, type, version }, schema }: PreparedFolder,
): Promise<{ config: Config; faults: Fault[] }> {
  if (instance.type !== `${type}/${name}`) {
    const message = `${JSON.stringify(name)} ${version} is a ${type} bot.`;
    const next = `Write "type": "${type}/${name}".`;
    return { config: {}, faults: [{ file, ...placeOf(["type"]), pointer: "/type", message, next }] };
  }
  const { config: given, references } = standIn(schema, instance.config);
  const checked = await checksHere.validateConfig(schema, given, [...references.keys()]);
  const faults = checked.problems
    .filter(({ pointer }) => !references.has(pointer))
    .map(({ pointer, message }) => ({ file, ...placeIn(pointer), pointer: `/config${pointer}`, message }));
  const config = replacedIn(checked.config, (value, path) => {
    const secret = references.get(pointerOf(path));
    return secret === undefined ? value : { secret };
  }) as Config;
  return { config: hideSecrets(schema, config), faults };

  function placeIn(pointer: string) {
    return placeOf(["config", ...pointer.split("/").slice(1)]);
  }
}

/** The version to be uploaded that an instance names; `undefined` if the platform has it. */
export type FindNew = (instance: InstanceConfig) => Promise<PreparedFolder | undefined>;
