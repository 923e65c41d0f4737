import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as manifest from "../src/index.ts";
import { problemCodes } from "../src/index.ts";

const source = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && file !== "problems/codes.ts")
  .map((file) => readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8"))
  .join("\n");

describe("the table of problem codes", () => {
  it("contains no unused code", () => {
    // The compiler already rejects codes that are not in the table.
    const generic = (code: string) => source.includes(`room}.${code.split(".")[1]}\``);
    const unused = Object.keys(problemCodes).filter(
      (code) => !source.includes(`"${code}"`) && !generic(code),
    );
    expect(unused).toEqual([]);
  });
});

describe("the package's public names", () => {
  it("are exactly these", () => {
    expect(Object.keys(manifest).toSorted()).toEqual([
      "CheckTimeoutError",
      "ChecksApart",
      "PackageError",
      "acceptedLimits",
      "addBytecode",
      "addRuntimes",
      "amountsOf",
      "botConfigBytes",
      "botConfigFile",
      "botSchemaBytes",
      "botSettings",
      "bytesOf",
      "canonicalTimezone",
      "checkArchive",
      "checkArchiveBytes",
      "checkBotConfig",
      "checkBotSchema",
      "checkDesired",
      "checkInstance",
      "checkInstanceFile",
      "checkPackageDir",
      "checkSchedule",
      "checksHere",
      "collectFiles",
      "compareVersions",
      "dependencyRules",
      "describeInterpreter",
      "describeMachine",
      "desiredText",
      "environmentValueBytes",
      "exactVersion",
      "findRuntime",
      "findSecretFiles",
      "fingerprintUnpacked",
      "formatProblem",
      "hasErrors",
      "hiddenValue",
      "hideSecrets",
      "idleProblem",
      "ignoreFile",
      "interpreterOf",
      "isAsPacked",
      "isLabelText",
      "isPlainName",
      "isSecretReference",
      "isVersionSpec",
      "labelsText",
      "longConfigNumbers",
      "longNumbers",
      "longestSeconds",
      "nativeModule",
      "nearest",
      "networkCodes",
      "networkLists",
      "networkWords",
      "nextTicks",
      "noLock",
      "notPacked",
      "packFiles",
      "packageLimits",
      "pathOf",
      "patternOf",
      "pointerOf",
      "problemCodes",
      "pythonAbis",
      "reachesAnyName",
      "readmeBytes",
      "removeBytecode",
      "removeUnpacked",
      "repeatedKey",
      "replacedIn",
      "resolveVersion",
      "resourceNames",
      "resourceText",
      "rulesOf",
      "runtimeCommand",
      "runtimeNames",
      "runtimes",
      "schemaOfSetting",
      "secretNamePattern",
      "secretNames",
      "secretPaths",
      "secretPlaces",
      "secretReferences",
      "serviceName",
      "settingNames",
      "settingRow",
      "settingsFor",
      "sizeOf",
      "splitEntrypoint",
      "splitLabel",
      "splitType",
      "suggestion",
      "syntaxProblem",
      "ticksBetween",
      "tooLargeCode",
      "typeScriptProblem",
      "unpackArchive",
      "validateConfig",
      "widerThan",
    ]);
  });
});
