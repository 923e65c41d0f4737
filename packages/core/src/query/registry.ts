import { builtins } from "../builtins.ts";
import { botyardError, kindOf, shown } from "../errors/index.ts";
import { sortByBytes } from "../json/index.ts";
import type { QueryRequest } from "./request.ts";

/**
 * Answers a query with a JSON value or a promise of one; what it throws or rejects with is its failure.
 *
 * @example
 * const runs: QueryHandler = () => state.get("runs", 0);
 * query.handler("/runs", runs); // /runs answers 0
 */
export type QueryHandler = (request: QueryRequest) => unknown;

/** The handlers of a query program, including the built-ins. */
export type Registry = {
  /**
   * Registers a handler; the last one of a path wins.
   *
   * @throws {BotyardError} `query.invalid_path`, `query.invalid_handler`
   */
  register(path: string, handler: QueryHandler): void;
  /** Returns the handler of a path: the bot's own, otherwise the built-in [BI-3]. */
  find(path: string): QueryHandler | undefined;
  /** Returns every path that has a handler, each once, sorted [BI-2]. */
  paths(): string[];
};

/** Creates a registry that has only the built-ins. */
export function createRegistry(): Registry {
  const own = new Map<string, QueryHandler>();
  const paths = () => sortByBytes(new Set([...own.keys(), ...builtIn.keys()]));
  const builtIn = builtins(paths);
  return {
    register(path, handler) {
      if (typeof path !== "string" || path[0] !== "/") {
        throw botyardError("query.invalid_path", { value: shown(path) });
      }
      if (typeof handler !== "function")
        throw botyardError("query.invalid_handler", { path, kind: kindOf(handler) });
      own.set(path, handler);
    },
    find: (path) => own.get(path) ?? builtIn.get(path),
    paths,
  };
}
