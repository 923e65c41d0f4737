import type { ServiceStore, StoredFiles } from "@botyard/server/building-blocks";
import type { KeptFile, Memory } from "../memory.ts";

type Verbs = Pick<
  ServiceStore,
  | ("missingFiles" | "newFileBytes" | "addFiles" | "forgetUnusedFiles" | "strayFiles" | "strayPackages")
  | ("archivedVersions" | "setListed")
>;

/** Which contents of packages each user has sent. The mock server keeps unused ones as long as it runs. */
export function packageFileVerbs({ files, versions }: Memory): Verbs {
  return {
    missingFiles: async (ownerId, contents) =>
      contents.flatMap(sha256sIn).filter((sha256) => !ownedBy(files, ownerId).has(sha256)),
    newFileBytes: async (ownerId, contents) =>
      contents
        .flatMap(sizesIn)
        .filter(([sha256]) => !ownedBy(files, ownerId).has(sha256))
        .reduce((sum, [, bytes]) => sum + bytes, 0),
    addFiles: async (ownerId, contents) => add(ownedBy(files, ownerId), contents, 0),
    forgetUnusedFiles: async () => ({ forgotten: 0, unneeded: [] }),
    strayFiles: async (contents) => sha256sIn(contents).filter((sha256) => isOwnerless(files, sha256)),
    strayPackages: async (packages) =>
      sha256sIn(packages).filter(
        (sha256) => !versions.some((row) => row.deleted_at === null && row.content_sha256 === sha256),
      ),
    archivedVersions: async () => [],
    setListed: async () => {},
  };
}

/** Counts a version more for its contents; returns false if the user has not sent all of them. */
export function useFiles({ files }: Memory, ownerId: string, { contents, areSent }: StoredFiles): boolean {
  const owned = ownedBy(files, ownerId);
  if (!areSent && contents.flatMap(sizesIn).some(([sha256]) => !owned.has(sha256))) return false;
  add(owned, contents, 1);
  return true;
}

/** Counts a version less for its contents, and returns those that no user has any more. */
export function releaseFiles({ files }: Memory, ownerId: string, contents: string[]): string[] {
  const owned = ownedBy(files, ownerId);
  const unneeded: string[] = [];
  for (const sha256 of contents.flatMap(sha256sIn)) {
    const file = owned.get(sha256);
    if (!file) continue;
    file.versions--;
    if (file.versions <= 0) owned.delete(sha256);
    if (isOwnerless(files, sha256)) unneeded.push(sha256);
  }
  return unneeded;
}

function add(owned: Map<string, KeptFile>, contents: string[], versions: number): void {
  for (const [sha256, bytes] of contents.flatMap(sizesIn))
    owned.set(sha256, { bytes, versions: (owned.get(sha256)?.versions ?? 0) + versions });
}

function ownedBy(files: Memory["files"], ownerId: string): Map<string, KeptFile> {
  const owned = files.get(ownerId) ?? new Map<string, KeptFile>();
  files.set(ownerId, owned);
  return owned;
}

const isOwnerless = (files: Memory["files"], sha256: string) =>
  ![...files.values()].some((owned) => owned.has(sha256));
const sha256sIn = (part: string) => JSON.parse(part) as string[];
const sizesIn = (part: string) => JSON.parse(part) as [string, number][];
