export { type BotConfig, checkBotConfig, type ExecutionModel } from "./bot-config.ts";
export { type BotSchema, checkBotSchema } from "./bot-schema.ts";
export { type Checks, checksHere } from "./checks.ts";
export { ChecksApart, CheckTimeoutError } from "./checks-apart.ts";
export { type CollectOptions, collectFiles } from "./collect.ts";
export { type ConfigProblem, validateConfig } from "./config.ts";
export { ignoreFile } from "./ignored.ts";
export { checkInstance, checkInstanceFile, type InstanceConfig, isPlainName, splitType } from "./instance.ts";
export {
  botConfigBytes,
  botSchemaBytes,
  environmentValueBytes,
  type PackageLimits,
  packageLimits,
  readmeBytes,
} from "./limits.ts";
export { longConfigNumbers, longNumbers } from "./long-numbers.ts";
export { nearest, suggestion } from "./nearest.ts";
export { type Packed, type PackedFile, packFiles } from "./pack.ts";
export type { PackEntry } from "./pack-entry.ts";
export { type CheckedArchive, checkArchive } from "./package-archive.ts";
export { botConfigFile, type CheckedPackage, type PackageRules } from "./package-check.ts";
export { checkPackageDir, type PackageDirOptions } from "./package-dir.ts";
export { PackageError } from "./package-error.ts";
export { formatProblem, hasErrors, type Problem } from "./problem.ts";
export { type ProblemCode, problemCodes } from "./problem-codes.ts";
export { repeatedKey } from "./repeated-key.ts";
export { type CommandPlace, findRuntime, runtimeCommand, runtimeNames, splitEntrypoint } from "./runtime.ts";
export { addRuntimes } from "./runtime-file.ts";
export { type Runtime, type Runtimes, runtimes } from "./runtime-table.ts";
export { checkSchedule, nextTicks, type Schedule, ticksBetween } from "./schedule.ts";
export { hiddenValue, hideSecrets, secretPaths } from "./secret.ts";
export { findSecretFiles } from "./secret-files.ts";
export { patternOf, secretNames } from "./secret-names.ts";
export { removeUnpacked, type Unpacked, unpackArchive } from "./unpack.ts";
export { compareVersions, exactVersion, isVersionSpec, resolveVersion } from "./version.ts";
