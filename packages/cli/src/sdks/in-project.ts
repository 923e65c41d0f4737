import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Context } from "../context.ts";
import { carriedSdk } from "./carried.ts";
import type { SdkLanguage } from "./languages.ts";
import { placeSources, versionInProject } from "./source-tree.ts";

/** The folder of the SDK in a project. With it, the tools of the language need no registry for the SDK. */
const sdkFolder = "sdk";

/** Returns the version of an SDK archive from its file name; undefined if it is not an SDK archive. */
export function archiveVersion(language: SdkLanguage, path: string): string | undefined {
  return language.archive.exec(basename(path))?.[1];
}

/** Returns the path of the SDK relative to the project: an archive, or the folder of its sources. */
export async function sdkPath(context: Context, language: SdkLanguage): Promise<string> {
  return language.sources?.path ?? `${sdkFolder}/${basename((await carriedSdk(context, language)).path)}`;
}

/** Copies the included SDK into a project and removes other versions. Returns whether the version was another one. */
export async function placeSdk(context: Context, project: string, language: SdkLanguage): Promise<boolean> {
  const sdk = await carriedSdk(context, language);
  if (language.sources !== undefined) {
    const before = await versionInProject(project, language.sources);
    await placeSources(sdk.path, project, language.sources);
    return before !== sdk.version;
  }
  const path = await sdkPath(context, language);
  const folder = join(project, sdkFolder);
  await mkdir(folder, { recursive: true });
  const others = (await readdir(folder)).filter((name) => archiveVersion(language, name) !== undefined);
  for (const name of others) await rm(join(folder, name));
  await copyFile(sdk.path, join(project, path));
  return !others.includes(basename(path));
}
