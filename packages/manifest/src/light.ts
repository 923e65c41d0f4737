/**
 * The part of this package that loads fast: all but the compiler of schemas and the readers and writers of packages,
 * which {@link checksHere} loads when it is first used. It is a file of its own because esbuild would otherwise load
 * both parts together: a test of the mock server, whose start takes a third longer then, would fail.
 */
export { type Checks, checksHere } from "./checks.ts";
export type { ExecutionModel } from "./custom-bot-type.ts";
export {
  checkInstance,
  checkInstanceFile,
  type InstanceConfig,
  splitType,
} from "./instance.ts";
export {
  acceptedLimits,
  botConfigBytes,
  botSchemaBytes,
  environmentValueBytes,
  type PackageLimits,
  packageLimits,
  readmeBytes,
} from "./limits.ts";
export { longConfigNumbers, longNumbers } from "./long-numbers.ts";
export { nearest, suggestion } from "./nearest.ts";
export { PackageError } from "./package-error.ts";
export { formatProblem, hasErrors, type Problem } from "./problem.ts";
export { type ProblemCode, problemCodes } from "./problem-codes.ts";
export { repeatedKey } from "./repeated-key.ts";
export { type CommandPlace, findRuntime, runtimeCommand, runtimeNames, splitEntrypoint } from "./runtime.ts";
export { type Runtime, type Runtimes, runtimes } from "./runtime-table.ts";
export { canonicalTimezone, checkSchedule, nextTicks, type Schedule, ticksBetween } from "./schedule.ts";
export { hiddenValue, hideSecrets, secretPaths } from "./secret.ts";
export { patternOf, secretNames } from "./secret-names.ts";
export * from "./settings/index.ts";
export { isPlainName } from "./settings/read.ts";
export {
  describeInterpreter,
  describeMachine,
  type Interpreter,
  interpreterOf,
  type Target,
} from "./target.ts";
export { removeUnpacked } from "./unpacked.ts";
export { compareVersions, exactVersion, isVersionSpec, resolveVersion } from "./version.ts";
