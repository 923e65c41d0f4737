import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { botConfigFile, checkDesired, type DesiredInstance } from "@botyard/manifest";
import { readText } from "../bots/instance-file.ts";
import type { Context } from "../context.ts";
import { notFound, usage } from "../failure.ts";
import { isFolder } from "../package/folder.ts";
import { type Fault, faultOf } from "./fault.ts";

/** An instance, and the file that it is in. */
export type FoundInstance = DesiredInstance & { file: string };

/** What the files of a folder say there should be. */
export interface DesiredFolder {
  instances: FoundInstance[];
  /** Folders of custom bots. */
  customBots: string[];
  faults: Fault[];
  warnings: Fault[];
}

/** Returns the name of a folder, which is the default name of what its files own. */
export const folderName = (context: Context, folder: string): string =>
  basename(resolve(context.cwd, folder));

/**
 * Reads a folder and those below it: every folder with a bot-config.yaml is a custom bot, every other JSON or YAML file
 * has instances. A file that is neither is a fault: if it were ignored, what it was meant to say would be removed.
 *
 * @throws {Failure} exit code 2 or 5 if there is nothing of the kind
 */
export async function readDesired(context: Context, folder: string): Promise<DesiredFolder> {
  const dir = resolve(context.cwd, folder);
  if (!(await isFolder(dir))) throw notFound(`There is no folder ${folder}.`);
  const found: DesiredFolder = { instances: [], customBots: [], faults: [], warnings: [] };
  const { files, customBots } = await listed(dir, folder);
  if (customBots[0] === folder)
    throw usage(
      `${folder} is the folder of one custom bot.`,
      "give the folder that has it and the instance files: platform apply -f <folder>",
    );
  if (files.length + customBots.length === 0)
    throw usage(`${folder} has neither custom bots nor instance files (*.yaml, *.json).`);
  found.customBots = customBots;
  for (const file of files) {
    const { found: instances, problems } = checkDesired(await readText(context, file), file);
    found.instances.push(...instances.map((instance) => ({ ...instance, file })));
    for (const problem of problems)
      (problem.severity === "error" ? found.faults : found.warnings).push(faultOf(problem));
  }
  return found;
}

/** Lists files and folders of custom bots in the order of their names. Links to folders are not followed. */
async function listed(dir: string, shown: string): Promise<{ files: string[]; customBots: string[] }> {
  const entries = (await readdir(dir, { withFileTypes: true }))
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort(({ name: one }, { name: other }) => (one < other ? -1 : 1));
  if (entries.some((entry) => entry.name === botConfigFile)) return { files: [], customBots: [shown] };
  const files: string[] = [];
  const customBots: string[] = [];
  for (const entry of entries) {
    const path = join(shown, entry.name);
    if (entry.isDirectory()) {
      const below = await listed(join(dir, entry.name), path);
      files.push(...below.files);
      customBots.push(...below.customBots);
    } else if (/\.(json|ya?ml)$/.test(entry.name)) files.push(path);
  }
  return { files, customBots };
}
