import { describe, expect, it } from "vitest";
import { compareVersions, isVersionSpec, resolveVersion } from "../src/index.ts";

const available = ["0.9.0", "1.0.0", "1.2.0", "1.10.0", "2.0.0-rc.1", "2.0.0-rc.2"];

describe("the version of an instance", () => {
  it.each([
    ["latest", "1.10.0"],
    ["1.2.0", "1.2.0"],
    ["1.2.1", undefined],
    ["^1.0.0", "1.10.0"],
    ["~1.2", "1.2.0"],
    ["1.x", "1.10.0"],
    [">=0.9 <1.1", "1.0.0"],
    ["^2.0.0", undefined],
    ["^2.0.0-rc.1", "2.0.0-rc.2"],
    ["2.0.0-rc.1", "2.0.0-rc.1"],
    ["newest", undefined],
    ["", undefined],
  ])("%s is resolved to %s", (spec, version) => {
    expect(resolveVersion(spec, available)).toBe(version);
  });

  it("latest never selects a prerelease", () => {
    expect(resolveVersion("latest", ["1.0.0-rc.1"])).toBeUndefined();
    expect(resolveVersion("latest", [])).toBeUndefined();
  });

  it("may be exact, a range or latest", () => {
    for (const spec of ["1.0.0", "^1", "latest", ">=1 <2", "1.0.0-rc.1"])
      expect(isVersionSpec(spec), spec).toBe(true);
    for (const spec of ["", "newest", "v", "1..2", "x".repeat(100)])
      expect(isVersionSpec(spec), spec).toBe(false);
  });
});

it("versions are ordered by number, a prerelease before its release", () => {
  expect(["1.10.0", "1.2.0", "2.0.0", "2.0.0-rc.1", "1.9.9"].sort(compareVersions)).toEqual([
    "1.2.0",
    "1.9.9",
    "1.10.0",
    "2.0.0-rc.1",
    "2.0.0",
  ]);
});
