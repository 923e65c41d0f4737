import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Context } from "../context.ts";
import { carriedSdks } from "./carried.ts";
import { cratePath, crateVersion, placeCrates } from "./crates.ts";

/** The languages whose SDK is one archive, which npm or pip installs. */
export type ArchiveLanguage = "node" | "python";
/** The languages of the SDKs that a project can use. */
export type SdkLanguage = ArchiveLanguage | "rust";

/** The folder of the SDK in a project. With it, npm, pip and cargo need no registry for the SDK. */
const sdkFolder = "sdk";

const archives: Record<ArchiveLanguage, RegExp> = {
  node: /^botyard-sdk-(.+)\.tgz$/,
  python: /^botyard-(.+)-py3-none-any\.whl$/,
};

/** Returns the version of an SDK archive from its file name; undefined if it is not an SDK archive. */
export function archiveVersion(language: ArchiveLanguage, path: string): string | undefined {
  return archives[language].exec(basename(path))?.[1];
}

/** Returns the path of the SDK relative to the project: an archive, or the folder of the crate. */
export async function sdkPath(context: Context, language: SdkLanguage): Promise<string> {
  if (language === "rust") return cratePath;
  return `${sdkFolder}/${basename((await carriedSdks(context))[language].path)}`;
}

/** Copies the included SDK into a project and removes other versions. Returns whether the version was another one. */
export async function placeSdk(context: Context, project: string, language: SdkLanguage): Promise<boolean> {
  const sdk = (await carriedSdks(context))[language];
  if (language === "rust") {
    const before = await crateVersion(project);
    await placeCrates(sdk.path, project);
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
