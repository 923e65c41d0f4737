export { getConfig, handler } from "./query/registry.ts";
export { run } from "./query/run.ts";
