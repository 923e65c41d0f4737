export { connectBorder } from "./platform/border-process.ts";
export type { Connection } from "./platform/connection.ts";
