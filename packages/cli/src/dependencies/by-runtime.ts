import type { Runtime } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { languages, type SdkLanguage } from "../sdks/languages.ts";
import { vendorBuilt } from "./built.ts";
import { vendorNode } from "./node.ts";
import { vendorPython } from "./python.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

/** Collects the declared dependencies of a bot's folder, according to the language of its runtime. */
export function vendorDependencies(context: Context, dir: string, runtime: Runtime): Promise<Vendored> {
  if (runtime.entryExtensions.includes(".py")) return vendorPython(context, dir);
  if (runtime.entryExtensions.includes(".mjs")) return vendorNode(context, dir);
  const { sources } =
    Object.values<SdkLanguage>(languages).find(({ runtime: id }) => id === runtime.id) ?? {};
  return sources === undefined ? Promise.resolve(nothingVendored) : vendorBuilt(context, dir, sources);
}
