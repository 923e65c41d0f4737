import { expect, test } from "vitest";
import { TestPlatform, until } from "../../../src/drive/platform.ts";
import { PostgresServer } from "../../../src/drive/postgres.ts";
import { database } from "./scene.ts";

/** Longer than a stop may take: it is the time for bots, which nobody stops here. */
const graceMs = 60_000;

test("A platform whose database server is away stops soon, and its next start loses and repeats nothing", async () => {
  const server = await PostgresServer.start();
  const platform = new TestPlatform();
  try {
    await server.query("postgres", `create database ${database}`);
    const env = {
      PLATFORM_DATABASE_URL: server.url(database),
      PLATFORM_STOP_GRACE_MS: String(graceMs),
      PLATFORM_LOG_RATE: "1000000",
    };
    await platform.start([], env);
    const bot = "let n = 0; setInterval(() => console.log(n++), 20);";
    await platform.upload({ name: "counts", type: "realtime", bot });
    const id = await platform.create({ name: "counts", type: "realtime/counts" });
    const read = async () =>
      (
        await server.query<{ message: string }>(
          database,
          `select message from log_lines where bot_id = '${id}' and stream = 'stdout' order by seq`,
        )
      ).map(({ message }) => Number(message));
    await until(async () => (await read()).length > 10);
    await server.stop();
    for (const [method, path] of [
      ["GET", `/bots/${id}`],
      ["POST", `/bots/${id}/restart`],
      ["POST", `/bots/${id}/stop`],
    ] as const)
      expect((await platform.call(method, path)).json).toMatchObject({ code: "store_unavailable" });
    const began = performance.now();
    await platform.end("SIGTERM");
    expect(performance.now() - began).toBeLessThan(graceMs / 2);
    expect(platform.process?.exitCode).toBe(0);

    await server.resume();
    const { length } = await read();
    await platform.start([], env);
    await until(async () => (await read()).length > length + 100);
    const lines = await read();
    expect(lines).toEqual(lines.map((_, at) => at));
  } finally {
    await server.resume();
    await platform.close();
    await server.close();
  }
});
