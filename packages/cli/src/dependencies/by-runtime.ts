import { dependencyRules, type Runtime, type Target } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { bytes } from "../output/times.ts";
import { languages, type SdkLanguage } from "../sdks/languages.ts";
import { vendorBuilt } from "./built.ts";
import { vendorNode } from "./node.ts";
import { vendorPython } from "./python.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

/** Leaves out the dependencies' files that the `.platformignore` of a bot's folder names. */
export async function withoutIgnored(dir: string, vendored: Vendored): Promise<Vendored> {
  const { ignores, whole } = await dependencyRules(dir);
  const entries = vendored.entries.filter(({ path }) => !ignores(path));
  const left = vendored.entries.filter(({ path }) => ignores(path));
  const notes = [...vendored.notes];
  if (left.length > 0) {
    const size = left.reduce((sum, one) => sum + ("from" in one ? one.bytes : one.content.byteLength), 0);
    notes.push(`.platformignore leaves out ${left.length} files of the dependencies (${bytes(size)})`);
  }
  for (const line of whole)
    if (vendored.entries.some(({ path }) => path.startsWith(`${/node_modules|vendor/.exec(line)![0]}/`)))
      notes.push(`.platformignore: the line ${line.trim()} does not apply to the dependencies`);
  return { ...vendored, entries, notes };
}

/**
 * Collects the declared dependencies of a bot's folder, according to the language of its runtime. They are built for the
 * target, or for this machine if there is none.
 */
export async function vendorDependencies(
  context: Context,
  dir: string,
  runtime: Runtime,
  target?: Target,
): Promise<Vendored> {
  if (runtime.entryExtensions.includes(".py")) return vendorPython(context, dir, runtime, target);
  if (runtime.entryExtensions.includes(".mjs")) return vendorNode(context, dir, target);
  const { sources } =
    Object.values<SdkLanguage>(languages).find(({ runtime: id }) => id === runtime.id) ?? {};
  return sources === undefined ? nothingVendored : vendorBuilt(context, dir, sources);
}
