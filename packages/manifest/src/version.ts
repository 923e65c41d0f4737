import semver from "semver";

/**
 * Returns the text if it is an exact version (`1.2.3`, `1.2.3-rc.1`). Build metadata is not allowed, because versions
 * that differ only in it compare as equal.
 */
export function exactVersion(text: string): string | undefined {
  return text.length <= 64 && semver.valid(text) === text ? text : undefined;
}

/** Returns true for the version of an instance: an exact version, a range, or `latest`. */
export function isVersionSpec(text: string): boolean {
  return text === "latest" || (text.length <= 64 && text.trim() !== "" && semver.validRange(text) !== null);
}

/**
 * Returns the highest available version that matches `spec`: an exact version, a range (`^1.2`, `~1.2.3`, `1.x`,
 * `>=1.2 <2`) or `latest`. A prerelease matches only if the spec names a prerelease of the same version.
 * Returns `undefined` if none matches.
 */
export function resolveVersion(spec: string, available: readonly string[]): string | undefined {
  const exact = exactVersion(spec);
  if (exact !== undefined) return available.includes(exact) ? exact : undefined;
  if (!isVersionSpec(spec)) return undefined;
  const versions = available.filter((version) => exactVersion(version) !== undefined);
  return semver.maxSatisfying(versions, spec === "latest" ? "*" : spec) ?? undefined;
}

/** Compares by semver precedence; negative if `a` is older. */
export function compareVersions(a: string, b: string): number {
  return semver.compare(a, b);
}
