import type { Context } from "../context.ts";
import { vendorNode } from "./node.ts";
import { vendorPython } from "./python.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

/** The dependencies that the folder of a bot declares, by the runtime of its `bot-config.yaml`. */
export function vendorDependencies(context: Context, dir: string, runtime: string): Promise<Vendored> {
  if (runtime === "python311") return vendorPython(context, dir);
  if (runtime === "nodejs24") return vendorNode(context, dir);
  return Promise.resolve(nothingVendored);
}
