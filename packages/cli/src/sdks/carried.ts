import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { cacheDir } from "../profile/place.ts";
import type { SdkLanguage } from "./languages.ts";

/** An SDK included in this command: the path of its archive, and its version. */
export interface CarriedSdk {
  path: string;
  version: string;
}

/** Returns the SDK of a language that this command includes. */
export async function carriedSdk(context: Context, { archive }: SdkLanguage): Promise<CarriedSdk> {
  const folder = await carriedFolder(context);
  for (const name of await readdir(folder)) {
    const version = archive.exec(name)?.[1];
    if (version) return { path: join(folder, name), version };
  }
  throw new Error(`No SDK archive matches ${archive.source} in ${folder}. Reinstall @botyard/cli.`);
}

/** Returns the folder with the archives. In a clone they are built from its sources, and again after a change. */
export async function carriedFolder(context: Context): Promise<string> {
  const { clone } = context;
  if (clone === undefined) return join(context.home, "sdks");
  const { sourcesDigest } = await import("./make/sources.ts");
  const digest = await sourcesDigest(clone);
  const folder = join(cacheDir(context.env, clone), "sdks", digest.slice(0, 16));
  if (!existsSync(folder)) {
    const { buildSdks } = await import("./make/build.ts");
    await buildSdks(clone, folder);
  }
  return folder;
}
