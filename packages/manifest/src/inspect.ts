import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { ArchiveFault, archiveProblem } from "./archive-fault.ts";
import { type ArchivedFile, readArchive } from "./archive-reader.ts";
import { magicBytes } from "./binary.ts";
import { isBuildFile } from "./build-file.ts";
import { ContentDigest } from "./content-digest.ts";
import { botSchemaBytes, type PackageLimits, packageLimits, readmeBytes } from "./limits.ts";
import type { Packed } from "./pack.ts";
import { byPath } from "./pack-entry.ts";
import {
  botConfigFile,
  buildFileBytes,
  type CheckedPackage,
  checkPackage,
  type PackageRules,
  type PackageView,
} from "./package-check.ts";
import { runtimes } from "./runtime-table.ts";

export type InspectedArchive = CheckedPackage & Omit<Packed, "path">;

const keptFiles = 200;
const listedProblems = 100;

/**
 * Reads and checks an uploaded archive without writing anything to disk. Everything wrong with the archive, including
 * deliberate attacks, is reported in `problems`; only failures to read the file throw.
 */
export async function inspectArchive(
  archivePath: string,
  options: PackageRules & { limits?: Partial<PackageLimits> } = {},
): Promise<InspectedArchive> {
  const limits = { ...packageLimits, ...options.limits };
  const scan = new Scan(options);
  const { sha256, bytes } = await digestOf(archivePath);
  const problems: InspectedArchive["problems"] = [];
  try {
    for await (const file of readArchive(archivePath, limits, (fault) => {
      if (problems.length < listedProblems) problems.push(archiveProblem(fault, fault.path));
    })) {
      await scan.take(file);
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    problems.push(archiveProblem(error));
  }
  const files = scan.files.toSorted(byPath);
  const unpackedBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const listing = { sha256, contentSha256: scan.digest.hex(), files, bytes, unpackedBytes };
  if (problems.length > 0) return { ...listing, problems };
  return { ...listing, ...(await checkPackage(scan.view(archivePath, limits), options)) };
}

/** Result of one pass over an archive: its files, their first bytes, and the texts that are checked. */
class Scan {
  readonly files: { path: string; bytes: number; executable: boolean }[] = [];
  readonly digest = new ContentDigest();
  readonly #starts = new Map<string, Buffer>();
  readonly #texts = new Map<string, Buffer>();
  readonly #buildFiles: string[];

  constructor(rules: PackageRules) {
    this.#buildFiles = Object.values(rules.runtimes ?? runtimes).flatMap((runtime) => runtime.buildFiles);
  }

  async take(file: ArchivedFile): Promise<void> {
    const hash = createHash("sha256");
    const kept: Buffer[] | undefined = this.#isKept(file) ? [] : undefined;
    let start = Buffer.alloc(0);
    for await (const chunk of file.body) {
      hash.update(chunk);
      kept?.push(Buffer.from(chunk));
      if (start.length < magicBytes)
        start = Buffer.concat([start, chunk.subarray(0, magicBytes - start.length)]);
    }
    this.files.push({ path: file.path, bytes: file.bytes, executable: file.executable });
    this.digest.add(file.path, file.executable, file.bytes, hash.digest());
    this.#starts.set(file.path, start);
    if (kept !== undefined) this.#texts.set(file.path, Buffer.concat(kept));
  }

  /** Returns the archive as a package. Texts that were not kept are read in another pass. */
  view(archivePath: string, limits: PackageLimits): PackageView {
    return {
      files: new Map(this.files.map((file) => [file.path, file.bytes])),
      read: async (path) => this.#texts.get(path) ?? readOne(archivePath, limits, path),
      start: async (path, length) => this.#starts.get(path)!.subarray(0, length),
    };
  }

  #isKept(file: ArchivedFile): boolean {
    if (this.#texts.size >= keptFiles) return file.path === botConfigFile && file.bytes <= buildFileBytes;
    if (file.path === "README.md") return file.bytes <= readmeBytes;
    if ([botConfigFile, "bot-schema.json"].includes(file.path)) return file.bytes <= botSchemaBytes;
    return isBuildFile(file.path, this.#buildFiles) && file.bytes <= buildFileBytes;
  }
}

async function readOne(archivePath: string, limits: PackageLimits, path: string): Promise<Buffer> {
  for await (const file of readArchive(archivePath, limits, () => {})) {
    if (file.path !== path) continue;
    const parts: Buffer[] = [];
    for await (const chunk of file.body) parts.push(chunk);
    return Buffer.concat(parts);
  }
  throw new Error(`${path} is no longer in ${archivePath}.`);
}

async function digestOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest("hex"), bytes };
}
