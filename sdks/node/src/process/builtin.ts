import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

type Builtins = {
  "node:worker_threads": typeof import("node:worker_threads");
  "node:os": typeof import("node:os");
  "node:wasi": typeof import("node:wasi");
};

/** Loads a module of Node on demand: few bots need it, and the others start faster. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  return require(name) as Builtins[Name];
}
