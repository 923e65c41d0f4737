import type { Context } from "../context.ts";
import { cratePath, crateVersion } from "../sdks/crates.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

/** Adds nothing: the binaries contain their dependencies. Reports sources of the SDK of another version. */
export async function vendorRust(context: Context, dir: string): Promise<Vendored> {
  const version = await crateVersion(dir);
  if (version !== undefined && version !== context.version)
    context.note(
      `The SDK in ${cratePath} is version ${version}; this command includes ${context.version}. To upgrade: platform custom-bot upgrade`,
    );
  return nothingVendored;
}
