export { type Finding, type FuzzOptions, type FuzzReport, fuzz } from "./fuzz.ts";
