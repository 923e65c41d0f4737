import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { LockedPackage } from "./lock.ts";

const publicIndex = "https://pypi.org/simple";

/** Finds the user and the password of an index. */
export type Authorise = (index: { url: string; name?: string }) => string;

/**
 * Writes packages as a requirements.txt of pip that requires hashes. Public packages come from the index that pip is
 * configured for, which may be a mirror of the public one.
 *
 * @param dir the bot's folder, to which paths are relative
 */
export function requirementLines(
  packages: readonly LockedPackage[],
  dir: string,
  authorise: Authorise,
): string[] {
  const indexes = new Map<string, { url: string; name?: string }>();
  const folders = new Set<string>();
  for (const { source } of packages) {
    if (source.kind !== "index" || source.url === undefined) continue;
    const url = source.url.replace(/\/$/, "");
    if (/^https?:/.test(url)) indexes.set(url, { ...source, url });
    else folders.add(resolve(dir, url.replace(/^file:\/\//, "")));
  }
  const usesPublic = indexes.delete(publicIndex);
  const urls = [...indexes.values()].map(authorise);
  return [
    // Without a public package, the public index is not asked for the names of private ones.
    ...urls.map((url, index) => `${usesPublic || index > 0 ? "--extra-index-url" : "--index-url"} ${url}`),
    ...[...folders].map((folder) => `--find-links ${folder}`),
    ...packages.map((one) =>
      [requirementOf(one, dir), ...one.hashes.map((hash) => `--hash=${hash}`)].join(" "),
    ),
  ];
}

function requirementOf({ name, version, source }: LockedPackage, dir: string): string {
  if (source.kind === "index") return `${name}==${version}`;
  return `${name} @ ${source.kind === "url" ? source.url : pathToFileURL(resolve(dir, source.path))}`;
}
