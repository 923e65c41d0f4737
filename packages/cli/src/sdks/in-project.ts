import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Context } from "../context.ts";
import { carriedSdks } from "./carried.ts";

/** The languages of the SDKs that a project can use. */
export type SdkLanguage = "node" | "python";

/** The folder of the SDK archive in a project. With it, npm and pip need no registry for the SDK. */
const sdkFolder = "sdk";

const archives: Record<SdkLanguage, RegExp> = {
  node: /^botyard-sdk-(.+)\.tgz$/,
  python: /^botyard-(.+)-py3-none-any\.whl$/,
};

/** Returns the version of an SDK archive from its file name; undefined if it is not an SDK archive. */
export function archiveVersion(language: SdkLanguage, path: string): string | undefined {
  return archives[language].exec(basename(path))?.[1];
}

/** Returns the path of the SDK archive relative to the project. */
export async function sdkPath(context: Context, language: SdkLanguage): Promise<string> {
  return `${sdkFolder}/${basename((await carriedSdks(context))[language].path)}`;
}

/** Copies the included SDK into a project and removes other versions. Returns its path relative to the project. */
export async function placeSdk(context: Context, project: string, language: SdkLanguage): Promise<string> {
  const path = await sdkPath(context, language);
  const folder = join(project, sdkFolder);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder))
    if (archiveVersion(language, name) !== undefined) await rm(join(folder, name));
  await copyFile((await carriedSdks(context))[language].path, join(project, path));
  return path;
}
