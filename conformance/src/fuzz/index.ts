export { type Finding, type Fuzzed, type FuzzOptions, type FuzzReport, fuzz } from "./fuzz.ts";
