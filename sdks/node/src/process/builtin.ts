type Builtins = {
  "node:fs": typeof import("node:fs");
  "node:worker_threads": typeof import("node:worker_threads");
  "node:os": typeof import("node:os");
  "node:wasi": typeof import("node:wasi");
};

/**
 * Loads a module of Node on demand. An import would load it at start, and with it what it loads lazily: `node:fs` brings
 * Node's streams and promises, which take about 2 ms.
 */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  return process.getBuiltinModule(name) as Builtins[Name];
}
