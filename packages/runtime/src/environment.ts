import { environmentValueBytes } from "@botyard/manifest";
import { type Address, LaunchError, type LaunchSpec } from "./executor.ts";

/** Paths of a launch's folders as seen by the bot. */
export interface Places {
  code: string;
  state: string;
  result: string;
  tmp: string;
  cache: string;
}

/** What an executor adds to a specification when it starts a process. */
export interface Surroundings {
  places: Places;
  /** Name of the user that the process runs as. */
  user: string;
  /** Value of `PATH`. */
  path: string;
  /** Variables that the runtime needs. */
  runtimeEnv: Record<string, string>;
  /** Where the bot's query server must listen. */
  listen?: Address | undefined;
}

/**
 * Returns the complete environment of a bot's process, the same with every executor. Nothing is inherited from the
 * platform [ENV-7].
 * @throws {LaunchError} `spawn_failed`, if the config or the query's parameters are too long
 */
export function botEnvironment(
  spec: LaunchSpec,
  { places, user, path, runtimeEnv, listen }: Surroundings,
): Record<string, string> {
  const env: Record<string, string> = {
    ...spec.extraEnv,
    PATH: path,
    HOME: places.tmp,
    TMPDIR: places.tmp,
    XDG_CACHE_HOME: places.cache,
    USER: user,
    LOGNAME: user,
    LANG: "C.UTF-8",
    TZ: "UTC",
    ...runtimeEnv,
  };
  const options = [runtimeEnv.NODE_OPTIONS, spec.extraEnv.NODE_OPTIONS].filter(Boolean);
  // Node uses the last of several equal options: the operator's.
  if (options.length > 0) env.NODE_OPTIONS = options.join(" ");
  for (const name of variablesOfKinds) delete env[name];
  env.BOT_ID = spec.botId;
  env.BOT_CONFIG = short("BOT_CONFIG", spec.config);
  env.BOT_TYPE = spec.model;
  env.CODE_MOUNT_DIR = places.code;
  env.STATE_DIR = places.state;
  env.RESULT_PATH = places.result;
  if (spec.kind === "run" && spec.run) {
    env.RUN_ID = spec.run.id;
    env.SCHEDULED_AT = spec.run.scheduledAt;
  }
  if (spec.kind === "query" && spec.query) {
    env.QUERY_PATH = spec.query.path;
    env.QUERY_PARAMS = short("QUERY_PARAMS", spec.query.params);
  }
  if ((spec.kind === "run" || spec.kind === "query") && spec.trace) {
    env.TRACEPARENT = spec.trace.traceparent;
    if (spec.trace.tracestate !== undefined) env.TRACESTATE = spec.trace.tracestate;
  }
  if (spec.kind === "query-server" && listen) {
    env.QUERY_HOST = listen.host;
    env.QUERY_PORT = String(listen.port);
  }
  return env;
}

/** Set only by kind of launch: an operator's variable of the same name must not turn a bot into a query. */
const variablesOfKinds = [
  ...["RUN_ID", "SCHEDULED_AT", "QUERY_PATH", "QUERY_PARAMS", "QUERY_HOST", "QUERY_PORT"],
  ...["TRACEPARENT", "TRACESTATE"],
];

function short(name: string, value: string): string {
  const bytes = Buffer.byteLength(value);
  if (bytes <= environmentValueBytes) return value;
  throw new LaunchError(
    "spawn_failed",
    `${name} is ${bytes} bytes; at most ${environmentValueBytes} are allowed. Make it shorter.`,
  );
}
