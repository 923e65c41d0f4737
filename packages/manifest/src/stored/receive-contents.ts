import { mkdir } from "node:fs/promises";
import { ArchiveFault, archiveProblem } from "../archive/fault.ts";
import { readArchive } from "../archive/reader.ts";
import { removeUnpacked } from "../archive/unpacked.ts";
import { showPath } from "../files/path-rules.ts";
import { type PackageLimits, packageLimits } from "../limits.ts";
import type { Problem } from "../problems/problem.ts";
import { ContentWriter } from "./content-writer.ts";
import { inParts } from "./names.ts";
import { syncContents } from "./publish.ts";

/** Contents that were sent without paths. */
export type ReceivedContents = {
  problems: Problem[];
  files: number;
  /** Their size, in bytes. */
  bytes: number;
  /** The contents with what they use on the disk, as JSON texts of `[sha256, bytes]`. */
  contents: string[];
};

const listedProblems = 100;

/**
 * Unpacks a `.tar.gz` whose files are named by the SHA-256 of their contents into `dir`, which must not exist. Everything
 * wrong with it is reported in `problems`; `dir` is then removed. The ratio of compression is not limited, because a part
 * of a package may be compressed far better than all of it.
 *
 * @throws {Error} the system error, if the archive cannot be read or `dir` cannot be written
 */
export async function receiveContents(
  archivePath: string,
  dir: string,
  options: { limits?: Partial<PackageLimits> } = {},
): Promise<ReceivedContents> {
  const limits = { ...packageLimits, ...options.limits, ratio: Number.POSITIVE_INFINITY };
  await mkdir(dir, { mode: 0o700 });
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.length < listedProblems && problems.push(problem);
  const writer = new ContentWriter(dir);
  let files = 0;
  let bytes = 0;
  try {
    for await (const file of readArchive(archivePath, limits, (fault) =>
      report(archiveProblem(fault, fault.path)),
    )) {
      files++;
      bytes += file.bytes;
      if (!/^[0-9a-f]{64}$/.test(file.path)) report(badName(file.path));
      if (problems.length > 0) continue;
      const { sha256 } = await writer.write(file.body, false);
      if (sha256 !== file.path) report(wrongDigest(file.path, sha256));
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) {
      await removeUnpacked(dir);
      throw error;
    }
    problems.push(archiveProblem(error));
  }
  if (problems.length > 0) await removeUnpacked(dir);
  else await syncContents(dir);
  return { problems, files, bytes, contents: inParts(writer.sizes()) };
}

const badName = (path: string): Problem => ({
  code: "contents.bad_name",
  file: showPath(path),
  message: `The name ${showPath(path)} is not a SHA-256 in lower-case hexadecimal.`,
  next: "Name each file by the SHA-256 of its content.",
  severity: "error",
});

const wrongDigest = (path: string, sha256: string): Problem => ({
  code: "contents.wrong_digest",
  file: path,
  message: `The file ${path} has the SHA-256 ${sha256}.`,
  next: "Send it again; it may have changed while it was packed.",
  severity: "error",
});
