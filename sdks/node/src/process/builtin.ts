import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

type Builtins = {
  "node:worker_threads": typeof import("node:worker_threads");
  "node:os": typeof import("node:os");
  "node:wasi": typeof import("node:wasi");
};

/** A module of Node's that only some bots need, loaded when they do, so that the others start faster. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  return require(name) as Builtins[Name];
}
