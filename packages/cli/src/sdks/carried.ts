import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { cacheDir } from "../profile/place.ts";

/** An SDK included in this command: the path of its archive, and its version. */
export interface CarriedSdk {
  path: string;
  version: string;
}

export interface CarriedSdks {
  /** The folder with the archives. */
  folder: string;
  /** The wheel of `botyard`. */
  python: CarriedSdk;
  /** The npm tarball of `@botyard/sdk`. */
  node: CarriedSdk;
  /** The sources of the crates `botyard` and `botyard-core`. */
  rust: CarriedSdk;
}

/** Returns the SDKs included in this command. In a clone they are built from its sources, and again after a change. */
export async function carriedSdks(context: Context): Promise<CarriedSdks> {
  const folder =
    context.clone === undefined ? join(context.home, "sdks") : await built(context, context.clone);
  const names = await readdir(folder);
  const find = (pattern: RegExp): CarriedSdk => {
    for (const name of names) {
      const version = pattern.exec(name)?.[1];
      if (version) return { path: join(folder, name), version };
    }
    throw new Error(`No SDK archive matches ${pattern.source} in ${folder}. Reinstall @botyard/cli.`);
  };
  return {
    folder,
    python: find(/^botyard-(.+)-py3-none-any\.whl$/),
    node: find(/^botyard-sdk-(.+)\.tgz$/),
    rust: find(/^botyard-rust-(.+)\.tgz$/),
  };
}

async function built(context: Context, clone: string): Promise<string> {
  const { sourcesDigest } = await import("./make/sources.ts");
  const digest = await sourcesDigest(clone);
  const folder = join(cacheDir(context.env, clone), "sdks", digest.slice(0, 16));
  if (!existsSync(folder)) {
    const { buildSdks } = await import("./make/build.ts");
    await buildSdks(clone, folder);
  }
  return folder;
}
