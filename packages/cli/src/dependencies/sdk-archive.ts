import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { invalid } from "../failure.ts";
import type { CarriedSdk } from "../sdks/carried.ts";
import { archiveVersion, type SdkLanguage } from "../sdks/in-project.ts";

export interface SdkArchive extends CarriedSdk {
  /** Where it comes from, for the notes. */
  from: string;
}

/** The SDK's archive that a project names by its path, from the project's folder. */
export async function archiveInProject(
  context: Context,
  dir: string,
  language: SdkLanguage,
  asked: { file: string; path: string },
): Promise<SdkArchive> {
  const path = join(dir, asked.path);
  const shown = asked.path.replace(/^\.\//, "");
  const version = archiveVersion(language, path);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (version === undefined || !isFile) {
    const why = isFile ? "is not named as an archive of the SDK is" : "does not exist";
    throw invalid(
      `${asked.file} takes the SDK from ${shown}, which ${why}.`,
      [],
      "platform custom-bot upgrade    (puts the SDK of this command there)",
    );
  }
  if (version !== context.version)
    context.note(
      `The SDK in ${shown} is version ${version}; this command carries ${context.version}. To change over: platform custom-bot upgrade`,
    );
  return { path, version, from: shown };
}
