import type { Context } from "../context.ts";
import type { SourceTree } from "../sdks/languages.ts";
import { versionInProject } from "../sdks/source-tree.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

/** Adds nothing: what a compiler writes contains its dependencies. Reports sources of the SDK of another version. */
export async function vendorBuilt(context: Context, dir: string, sources: SourceTree): Promise<Vendored> {
  const version = await versionInProject(dir, sources);
  if (version !== undefined && version !== context.version)
    context.note(
      `The SDK in ${sources.path} is version ${version}; this command includes ${context.version}. To upgrade: platform custom-bot upgrade`,
    );
  return nothingVendored;
}
