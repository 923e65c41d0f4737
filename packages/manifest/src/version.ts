import semver from "semver";

/** The version when it is exactly one (`1.2.3`, `1.2.3-rc.1`); build metadata would make two versions compare equal. */
export function exactVersion(text: string): string | undefined {
  return text.length <= 64 && semver.valid(text) === text ? text : undefined;
}

/** True for what an instance may ask for: an exact version, a range, `latest`. */
export function isVersionSpec(text: string): boolean {
  return text === "latest" || (text.length <= 64 && text.trim() !== "" && semver.validRange(text) !== null);
}

/**
 * The highest available version that fits `spec`: exact, a range (`^1.2`, `~1.2.3`, `1.x`, `>=1.2 <2`) or `latest`.
 * A prerelease is chosen only where the spec names one of the same version; `undefined` when nothing fits.
 */
export function resolveVersion(spec: string, available: readonly string[]): string | undefined {
  const exact = exactVersion(spec);
  if (exact !== undefined) return available.includes(exact) ? exact : undefined;
  if (!isVersionSpec(spec)) return undefined;
  const versions = available.filter((version) => exactVersion(version) !== undefined);
  return semver.maxSatisfying(versions, spec === "latest" ? "*" : spec) ?? undefined;
}

/** Order by semver precedence; negative when `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  return semver.compare(a, b);
}
