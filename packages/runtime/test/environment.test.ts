import { runtimes } from "@botyard/manifest";
import { expect, test } from "vitest";
import { botEnvironment } from "../src/environment.ts";
import type { LaunchKind, LaunchSpec } from "../src/index.ts";

const spec = (kind: LaunchKind): LaunchSpec => ({
  id: "launch_1",
  kind,
  botId: "bot_1",
  dir: "/launch",
  codeDir: "/code",
  stateDir: "/state",
  runtime: runtimes.nodejs24!,
  entrypoint: "main.mjs",
  config: '{"symbol":"AAPL"}',
  model: "scheduled",
  run: { id: "run_1", scheduledAt: "2027-01-05T10:00:00.000Z" },
  query: { path: "/health", params: "{}" },
  trace: { traceparent: "00-1-2-01", tracestate: "a=1" },
  extraEnv: {
    ...{ PRICE_FEED_URL: "http://feed", LANG: "de_DE", QUERY_PORT: "1", RUN_ID: "mine", BOT_ID: "mine" },
    ...{ TRACEPARENT: "mine", TRACESTATE: "mine" },
  },
  limits: { memoryBytes: 1, processes: 1, cpus: 1, openFiles: 1 },
});
const places = { code: "/bot", state: "/data", result: "/out/result.json", tmp: "/tmp/1", cache: "/cache" };
const of = (kind: LaunchKind) =>
  botEnvironment(spec(kind), {
    places,
    user: "bot",
    path: "/bin",
    runtimeEnv: { NODE_ENV: "production" },
    listen: { host: "0.0.0.0", port: 8080 },
  });

const every = {
  ...{ PRICE_FEED_URL: "http://feed", PATH: "/bin", HOME: "/tmp/1", TMPDIR: "/tmp/1" },
  ...{ USER: "bot", LOGNAME: "bot", XDG_CACHE_HOME: "/cache" },
  ...{ LANG: "C.UTF-8", TZ: "UTC", NODE_ENV: "production" },
  ...{ BOT_ID: "bot_1", BOT_CONFIG: '{"symbol":"AAPL"}', BOT_TYPE: "scheduled" },
  ...{ CODE_MOUNT_DIR: "/bot", STATE_DIR: "/data", RESULT_PATH: "/out/result.json" },
};

const trace = { TRACEPARENT: "00-1-2-01", TRACESTATE: "a=1" };

test("options of the operator for Node follow those of the runtime", () => {
  const { NODE_OPTIONS } = botEnvironment(
    { ...spec("bot"), extraEnv: { NODE_OPTIONS: "--max-old-space-size=64" } },
    { places, user: "bot", path: "/bin", runtimeEnv: { NODE_OPTIONS: "--max-old-space-size=128" } },
  );
  expect(NODE_OPTIONS).toBe("--max-old-space-size=128 --max-old-space-size=64");
});

test.each([
  ["bot", {}],
  ["run", { RUN_ID: "run_1", SCHEDULED_AT: "2027-01-05T10:00:00.000Z", ...trace }],
  ["query", { QUERY_PATH: "/health", QUERY_PARAMS: "{}", ...trace }],
  ["query-server", { QUERY_HOST: "0.0.0.0", QUERY_PORT: "8080" }],
] as const)("the environment of a %s is exactly that of the contract", (kind, more) => {
  expect(of(kind)).toEqual({ ...every, ...more });
});
