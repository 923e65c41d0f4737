import type { Runtime } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { vendorNode } from "./node.ts";
import { vendorPython } from "./python.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

/** The dependencies that the folder of a bot declares, in the way of the language that its runtime runs. */
export function vendorDependencies(context: Context, dir: string, runtime: Runtime): Promise<Vendored> {
  if (runtime.entryExtensions.includes(".py")) return vendorPython(context, dir);
  if (runtime.entryExtensions.includes(".mjs")) return vendorNode(context, dir);
  return Promise.resolve(nothingVendored);
}
