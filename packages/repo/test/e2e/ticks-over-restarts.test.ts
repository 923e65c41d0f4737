import { afterAll, beforeAll, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";

const ticker = `
import { writeSync } from "node:fs";
writeSync(1, JSON.stringify({ level: "info", message: "tick", at: process.env.SCHEDULED_AT }) + "\\n");
`;

const minute = 60_000;
const platform = new TestPlatform();

beforeAll(async () => {
  await platform.start();
  await platform.upload({ name: "ticker", type: "scheduled", bot: ticker });
});
afterAll(() => platform.close());

interface Run {
  tick: string;
  status: string;
  late_seconds?: number;
  start_deadline_seconds?: number;
}

/** Leaves the store as if the platform had been down since this time, so that the test need not wait for minutes. */
async function downSince(bot: string, time: number): Promise<void> {
  const settled = new Date(time).toISOString();
  await platform.records(`update bots set settled_until = '${settled}' where id = '${bot}'`);
}

async function ranAt(bot: string): Promise<string[]> {
  const { items } = await platform.get<{ items: { message: string; fields?: { at: string } }[] }>(
    `/bots/${bot}/logs?limit=1000`,
  );
  return items.filter(({ message }) => message === "tick").map(({ fields }) => fields!.at);
}

async function endedRuns(bot: string, ticks: readonly number[]): Promise<Run[]> {
  const wanted = ticks.map((tick) => new Date(tick).toISOString());
  return until(async () => {
    const { items } = await platform.get<{ items: Run[] }>(`/bots/${bot}/runs`);
    const found = wanted.map((tick) => items.find((run) => run.tick === tick));
    const areOver = found.every((run) => run && !["queued", "running"].includes(run.status));
    return areOver && (found as Run[]);
  });
}

test.each(["SIGKILL", "SIGTERM"] as const)(
  "A tick that falls into a restart by %s runs late, once, or is missed if it is older than the deadline",
  async (signal) => {
    const bot = await platform.create({
      ...{ name: `over ${signal}`, type: "scheduled/ticker", schedule: "* * * * *" },
      start_deadline_seconds: 150,
    });
    await platform.waitFor(bot, "idle");
    await platform.end(signal);
    const last = Math.floor(Date.now() / minute) * minute;
    await downSince(bot, last - 1);
    await platform.start();
    expect(await endedRuns(bot, [last])).toMatchObject([{ status: "success" }]);

    await platform.end(signal);
    await downSince(bot, last - 4 * minute - 1);
    await platform.start();
    const old = [last - 4 * minute, last - 3 * minute];
    for (const run of await endedRuns(bot, old)) {
      expect(run).toMatchObject({ status: "missed", start_deadline_seconds: 150 });
      const late = (Date.now() - Date.parse(run.tick)) / 1000;
      expect(run.late_seconds).toBeGreaterThan(150);
      expect(run.late_seconds).toBeLessThanOrEqual(Math.ceil(late));
    }

    await platform.end(signal);
    await downSince(bot, last - 4 * minute - 1);
    await platform.start();
    await platform.waitFor(bot, "idle");
    const { status } = await platform.call("POST", `/bots/${bot}/stop`);
    expect(status).toBe(202);
    await platform.waitFor(bot, "stopped");
    const ran = await ranAt(bot);
    expect(new Set(ran).size, "a tick ran twice").toBe(ran.length);
    expect(ran).toContain(new Date(last).toISOString());
    for (const tick of old) expect(ran).not.toContain(new Date(tick).toISOString());
  },
);
