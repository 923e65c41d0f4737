/**
 * The part of this package that loads fast: all but the compiler of schemas and the readers and writers of packages,
 * which {@link checksHere} loads when it is first used. It is a file of its own because esbuild would otherwise load
 * both parts together: a test of the mock server, whose start takes a third longer then, would fail.
 */

export { removeUnpacked } from "./archive/unpacked.ts";
export { type Checks, checksHere } from "./checks.ts";
export { isPlainName } from "./documents/plain.ts";
export { type Path, pathOf, pointerOf } from "./documents/pointer.ts";
export { repeatedKey } from "./documents/repeated-key.ts";
export { listLineBytes } from "./files/list-line.ts";
export { isLabelText } from "./labels/read.ts";
export {
  acceptedLimits,
  botConfigBytes,
  botSchemaBytes,
  environmentValueBytes,
  type PackageLimits,
  packageLimits,
  readmeBytes,
} from "./limits.ts";
export { nearest, suggestion } from "./nearest.ts";
export { networkCodes, type Wider, widerThan } from "./network/narrow.ts";
export {
  type HostRule,
  type Network,
  networkLists,
  networkWords,
  type Rules,
  reachesAnyName,
  rulesOf,
} from "./network/network.ts";
export { serviceName } from "./network/read.ts";
export { type ProblemCode, problemCodes } from "./problems/codes.ts";
export { PackageError } from "./problems/package-error.ts";
export { formatProblem, hasErrors, type Problem } from "./problems/problem.ts";
export {
  amountsOf,
  bytesOf,
  type ResourceName,
  type Resources,
  resourceNames,
  resourceText,
  sizeOf,
  tooLargeCode,
} from "./resources/resources.ts";
export {
  type CommandPlace,
  findRuntime,
  runtimeCommand,
  runtimeNames,
  splitEntrypoint,
} from "./runtimes/runtime.ts";
export { type Runtime, type Runtimes, runtimes } from "./runtimes/table.ts";
export {
  describeInterpreter,
  describeMachine,
  type Interpreter,
  interpreterOf,
  type Target,
} from "./runtimes/target.ts";
export {
  canonicalTimezone,
  checkSchedule,
  nextTicks,
  type Schedule,
  ticksBetween,
} from "./schedule/schedule.ts";
export { longConfigNumbers, longNumbers } from "./schema/long-numbers.ts";
export {
  hiddenValue,
  hideSecrets,
  type PlacedReference,
  secretPaths,
  secretPlaces,
  secretReferences,
} from "./schema/secret.ts";
export { patternOf, secretNames } from "./schema/secret-names.ts";
export {
  isSecretReference,
  replacedIn,
  type SecretReference,
  secretNamePattern,
} from "./secrets/references.ts";
export type { ExecutionModel } from "./settings/custom-bot-type.ts";
export * from "./settings/index.ts";
export {
  checkInstance,
  checkInstanceFile,
  type InstanceConfig,
  splitType,
} from "./settings/instance.ts";
export type { AbsentContent } from "./stored/absent-contents.ts";
export { ContentWriter } from "./stored/content-writer.ts";
export { settle } from "./stored/durable.ts";
export type { InspectedTree } from "./stored/inspect-tree.ts";
export { contentFile, listName } from "./stored/names.ts";
export { digestBytes, statFields, type TreeFiles } from "./stored/tree-files.ts";
export { compareVersions, exactVersion, isVersionSpec, resolveVersion } from "./version.ts";
