import {
  errors,
  operations,
  schemaOfSetting,
  settingNames,
  settingRow,
} from "@botyard/server/building-blocks";
import { type TSchema, Type } from "typebox";

const Exactly = (properties: Record<string, TSchema>) =>
  Type.Object(properties, { additionalProperties: false });
const optional = (properties: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]));

const text = Type.String();
const moment = Type.String({
  description: "RFC 3339, or relative to the clock: `-90s`, `-5m`, `-2h`, `-1d`.",
});
const ms = Type.Integer({ minimum: 0 });
const count = Type.Integer({ minimum: 0 });
const anything = Type.Record(text, Type.Unknown());
const model = Type.Enum(["realtime", "scheduled"]);
const reason = Type.Enum([
  "crash_loop",
  "package_corrupt",
  "start_error",
  "isolation_unavailable",
  "quota_exceeded",
]);

const retry = Exactly({
  seconds: Type.Integer({ minimum: 0 }),
  ...optional({ attempts_left: count }),
});

const log = Type.Union([
  text,
  Exactly({
    message: text,
    ...optional({
      level: Type.Enum(["trace", "debug", "info", "warn", "error", "fatal"]),
      fields: anything,
      time: moment,
      stream: Type.Enum(["stdout", "stderr", "system"]),
      truncated: Type.Literal(true),
      dropped_before: count,
      dropped_metrics: count,
    }),
  }),
]);
export const logs = Type.Array(log);
const metric = Exactly({ type: text, data: anything, ...optional({ time: moment }) });
export const metrics = Type.Array(metric);
const output = { logs, metrics };

const answer = Exactly(
  optional({
    params: anything,
    value: Type.Unknown(),
    text,
    error: text,
    outcome: Type.Enum(["not_running", "not_listening", "too_many", "broken", "timed_out"]),
    status: Type.Enum([200, 400, 404, 500]),
    delay_ms: ms,
  }),
);

const behavior = {
  usage: Exactly(optional({ memory_bytes: count, cores: Type.Number({ minimum: 0 }), processes: count })),
  answers: Type.Record(text, Type.Union([answer, Type.Array(answer)])),
  start: Exactly(
    optional({
      status: Type.Enum(["running", "backing_off", "failed"]),
      ...{ reason, detail: text, retry, delay_ms: ms, ...output },
    }),
  ),
  run: Exactly(
    optional({
      status: Type.Enum(["success", "error", "timed_out", "lost"]),
      ...{ result: Type.Unknown(), exit_code: Type.Integer(), detail: text, delay_ms: ms },
      ...{ hold: Type.Boolean(), ...output },
    }),
  ),
};

const run = Exactly(
  optional({
    id: Type.String({ pattern: "^run_[a-z0-9]{1,40}$" }),
    status: Type.Enum([
      ...["queued", "running", "success", "error", "timed_out", "canceled", "skipped", "missed", "lost"],
    ]),
    ...{ tick: moment, scheduled_at: moment, started_at: moment, finished_at: moment },
    ...{ exit_code: Type.Integer(), signal: text, result: Type.Unknown(), detail: text, logs },
    ...{ late_seconds: count, start_deadline_seconds: Type.Integer({ minimum: 1 }) },
  }),
);

const key = Exactly(
  optional({
    name: text,
    scopes: Type.Array(Type.Enum(["read", "deploy", "admin"]), { minItems: 1 }),
    key: text,
    expires_at: moment,
  }),
);
const user = Exactly({
  name: Type.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,62}$" }),
  ...optional({ role: Type.Enum(["admin", "user"]), keys: Type.Array(key, { minItems: 1 }) }),
});

const customBot = Exactly({
  name: text,
  ...optional({
    ...{ version: text, type: model, runtime: text, description: text, author: text },
    ...{ metadata: anything, schema: anything, readme: text, queries: Type.Boolean(), owner: text },
    ...behavior,
  }),
});

const settings = Object.fromEntries(
  settingNames.map((name) => [name, Type.Unsafe(schemaOfSetting(settingRow(name)))]),
);

const bot = Exactly({
  ...optional({
    bot_id: Type.String({ pattern: "^bot_[a-z0-9]{1,40}$" }),
    ...settings,
    ...{ type: text, owner: text },
    status: Type.Enum([
      ...["pending", "starting", "running", "idle", "backing_off", "stopping", "stopped", "failed"],
    ]),
    ...{ reason, detail: text, retry, restarts: count, ...output },
    ...{ runs: Type.Array(run), state: anything, ...behavior },
  }),
  name: text,
});

export const failure = Exactly(
  optional({
    operation: Type.Enum([...Object.keys(operations), "openStream", "callTool"]),
    ...{ bot: text, after: count, times: Type.Integer({ minimum: 1 }), delay_ms: ms },
    code: Type.Enum(Object.keys(errors)),
    ...{ detail: text, status: Type.Integer({ minimum: 200, maximum: 599 }) },
    ...{ headers: Type.Record(text, text), body: text, cut: Type.Boolean() },
  }),
);

/** The JSON Schema of a scenario, which `platform-mock --schema` prints. */
export const scenarioSchema = Exactly(
  optional({
    now: Type.String({ description: "RFC 3339; the clock is paused (default: it runs)." }),
    users: Type.Array(user, { minItems: 1 }),
    custom_bots: Type.Array(customBot),
    bots: Type.Array(bot),
    failures: Type.Array(failure),
    obstacle: text,
  }),
);
