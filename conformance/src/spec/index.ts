export { checkSpec, type SpecFiles } from "./check.ts";
export {
  bundledContract,
  type Clause,
  type Contract,
  compareVersions,
  contractFile,
  type ErrorRow,
  type Keyword,
  messagesFile,
  readContract,
  sinceOf,
  versionsOf,
} from "./contract.ts";
export { type Exclusion, readExclusions } from "./exclusions.ts";
export { packageFolder } from "./package-folder.ts";
export { type Pins, pin, pinsFile, readPins } from "./pins.ts";
