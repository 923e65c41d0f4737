import { PlatformError, readSent } from "@botyard/server/building-blocks";
import { type Answered, empty, type Incoming, json, pathOf } from "./http/message.ts";
import type { MockPlatform } from "./public/platform.ts";
import type {
  BotStatus,
  Failure,
  LogFixture,
  MetricFixture,
  RetryFixture,
  Scenario,
} from "./public/scenario.ts";

/** Path below which a test in another process controls the mock. No key is needed, and nothing is recorded. */
export const controlPrefix = "/_mock";

type Command = (platform: MockPlatform, body: unknown, id: string) => unknown;

const commands: Record<string, Command> = {
  "GET /requests": ({ requests }) => ({ items: requests }),
  "DELETE /requests": (platform) => platform.clearRequests(),
  "POST /failures": (platform, body) => {
    for (const failure of [body].flat().reverse() as Failure[]) platform.fail(failure);
  },
  "DELETE /failures": (platform) => platform.clearFailures(),
  "GET /clock": ({ clock }) => ({ now: clock.now().toISOString() }),
  "POST /clock": async ({ clock }, body) => {
    const { set, advance_ms } = (body ?? {}) as { set?: string; advance_ms?: number };
    if (set !== undefined) await clock.set(set);
    if (advance_ms !== undefined) await clock.advance(advance_ms);
    return { now: clock.now().toISOString() };
  },
  "POST /logs": (platform, body, id) => platform.addLogs(id, body as LogFixture[]),
  "POST /metrics": (platform, body, id) => platform.addMetrics(id, body as MetricFixture[]),
  "POST /expire": (platform, body, id) => {
    const { channel, up_to } = body as { channel: "logs" | "metrics"; up_to: number };
    platform.expire(id, channel, up_to);
  },
  "DELETE /streams": (platform) => ({ cut: platform.cutStreams() }),
  "POST /status": (platform, body, id) => {
    const { status, ...more } = body as {
      status: BotStatus;
      reason?: string;
      detail?: string;
      retry?: RetryFixture;
    };
    platform.setStatus(id, status, more);
  },
  "POST /finish": (platform, body, id) => platform.finishRun(id, (body ?? {}) as object),
  "POST /reset": (platform, body) => platform.reset(body as Scenario | undefined),
};

/** Answers a request of a test; `undefined` for other paths. */
export async function control(platform: MockPlatform, incoming: Incoming): Promise<Answered | undefined> {
  const path = pathOf(incoming.target);
  if (path !== controlPrefix && !path.startsWith(`${controlPrefix}/`)) return undefined;
  const [, id = "", verb] = /^\/(?:bots|runs)\/([^/]+)\/(\w+)$/.exec(path.slice(controlPrefix.length)) ?? [];
  const place = verb === undefined ? path.slice(controlPrefix.length) : `/${verb}`;
  const command = commands[`${incoming.method} ${place}`];
  if (!command) return json({ error: `There is no ${incoming.method} ${path}.` }, 404);
  try {
    const bytes = await incoming.body(16 * 1024 * 1024);
    const found = await command(
      platform,
      bytes.length === 0 ? undefined : readSent(bytes),
      decodeURIComponent(id),
    );
    return found === undefined ? empty() : json(found);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof PlatformError)) throw error;
    return json({ error: error.message }, 400);
  }
}
