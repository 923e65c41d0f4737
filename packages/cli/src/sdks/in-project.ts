import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Context } from "../context.ts";
import { carriedSdks } from "./carried.ts";

/** The SDKs that a project can hold, by the file that asks for one. */
export type SdkLanguage = "node" | "python";

/** The folder of a project that holds the SDK's archive, so that npm and pip need no registry for it. */
const sdkFolder = "sdk";

const archives: Record<SdkLanguage, RegExp> = {
  node: /^botyard-sdk-(.+)\.tgz$/,
  python: /^botyard-(.+)-py3-none-any\.whl$/,
};

/** The version of the SDK in an archive, by its file's name; undefined when it is not one of ours. */
export function archiveVersion(language: SdkLanguage, path: string): string | undefined {
  return archives[language].exec(basename(path))?.[1];
}

/** Where the archive of the carried SDK lies in a project, from its folder. */
export async function sdkPath(context: Context, language: SdkLanguage): Promise<string> {
  return `${sdkFolder}/${basename((await carriedSdks(context))[language].path)}`;
}

/** Puts the carried SDK into a project in place of those of other versions. Gives back its path from the project. */
export async function placeSdk(context: Context, project: string, language: SdkLanguage): Promise<string> {
  const path = await sdkPath(context, language);
  const folder = join(project, sdkFolder);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder))
    if (archiveVersion(language, name) !== undefined) await rm(join(folder, name));
  await copyFile((await carriedSdks(context))[language].path, join(project, path));
  return path;
}
