import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { invalid } from "../failure.ts";
import type { CarriedSdk } from "../sdks/carried.ts";
import { archiveVersion } from "../sdks/in-project.ts";
import type { SdkLanguage } from "../sdks/languages.ts";

export interface SdkArchive extends CarriedSdk {
  /** Its origin, for messages. */
  from: string;
}

/**
 * Returns the SDK archive that a project refers to by a path relative to its folder.
 *
 * @throws {Failure} exit code 6 if the file does not exist or is not named like an SDK archive
 */
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
    const why = isFile ? "does not have the file name of an SDK archive" : "does not exist";
    throw invalid(
      `${asked.file} refers to the SDK in ${shown}, which ${why}.`,
      [],
      "platform custom-bot upgrade    (installs the SDK of this command)",
    );
  }
  if (version !== context.version)
    context.note(
      `The SDK in ${shown} is version ${version}; this command includes ${context.version}. To upgrade: platform custom-bot upgrade`,
    );
  return { path, version, from: shown };
}
