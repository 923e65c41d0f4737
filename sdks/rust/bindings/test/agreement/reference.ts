import * as core from "@botyard/core";
import type { Core } from "../../src/core.ts";

/** The rooms as `@botyard/core` has them. */
export const reference: Core = {
  errors: { table: core.errorTable },
  input: { parse: core.parseInput },
  json: {
    write: (value) =>
      core.writeJson(
        value,
        (reason, cause) => new TypeError(reason, cause === undefined ? undefined : { cause }),
      ),
    read: core.readJson,
  },
  log: { line: core.logLine, readLine: core.readLine },
  metric: { line: core.metricLine },
  request: {
    open: (path, params) => new core.QueryRequest(path, new Map(Object.entries(params))) as never,
  },
  result: {
    document: (status, ...rest) => (status === "success" ? core.successResult : core.errorResult)(...rest),
    custom: core.customResult,
    verdict: core.runVerdict,
  },
  state: {
    fileName: (key) => `${core.encodeKey(key)}.json`,
    keyOf: core.keyOfFile,
    document: core.stateDocument,
    readDocument: core.readStateDocument,
  },
};
