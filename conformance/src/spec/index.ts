export { checkSpec, type SpecFiles } from "./check.ts";
export {
  bundledContract,
  type Clause,
  type Contract,
  contractFile,
  type ErrorRow,
  type Keyword,
  messagesFile,
  readContract,
} from "./contract.ts";
export { type Exclusion, readExclusions } from "./exclusions.ts";
export { packageFolder } from "./package-folder.ts";
export { type Pins, pin, pinsFile, readPins } from "./pins.ts";
