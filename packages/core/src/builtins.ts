/** Returns the built-in queries of every bot with a query entrypoint [BI-1, BI-2], by path. */
export function builtins(paths: () => string[]): ReadonlyMap<string, () => unknown> {
  return new Map<string, () => unknown>([
    ["/health", () => ({ status: "ok" })],
    ["/info", () => ({ available_queries: paths() })],
  ]);
}
