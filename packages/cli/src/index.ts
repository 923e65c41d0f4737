export { type ExitCode, exitCodes, exitCodeTable } from "./exit-codes.ts";
export { main } from "./main.ts";
