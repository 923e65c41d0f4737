import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TestPlatform, until } from "../../../src/drive/platform.ts";
import { PostgresServer } from "../../../src/drive/postgres.ts";
import { canMount } from "../../../src/drive/small-disk.ts";
import { database, Scene } from "./scene.ts";

/** For a platform as on another machine: it does not see this data folder. */
const blind = (data: string) => ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"', data];

/** Returns the processes whose environment names a path in a data folder. */
function processesOf(data: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "latin1");
      return environment.includes("BOT_ID=") && environment.includes(`${data}/`);
    } catch {
      return false;
    }
  });
}

test("A platform that was stopped by SIGSTOP while another took its store over writes nothing, starts no bot and ends with a sentence", {
  timeout: 600_000,
}, async ({ skip }) => {
  skip(!canMount(), "only root can hide a folder from a process");
  const scene = await Scene.open(await PostgresServer.start());
  const { platform, server } = scene;
  const other = new TestPlatform({ prefix: blind(platform.data) });
  try {
    await scene.endClients();
    for (const writer of scene.writers) await writer.readsOn();
    platform.process!.kill("SIGSTOP");
    execFileSync("cp", ["-a", platform.data, other.data]);
    const isOver = "select 1 from ownership_term where until < now()";
    await until(async () => (await server.query(database, isOver)).length > 0);
    await other.start(["--take-over"], { PLATFORM_DATABASE_URL: scene.url });
    await until(async () => (await fetch(`${other.url}/readyz`)).status === 200);
    const [term] = await server.query<{ folder: string }>(database, "select folder from ownership_term");
    expect(term!.folder).toContain(other.data);
    for (const { id } of scene.writers) await other.waitFor(id, "running");

    const ended = once(platform.process!, "exit");
    platform.process!.kill("SIGCONT");
    const [code] = await ended;
    expect(code, platform.said.join("\n")).toBe(1);
    const sentences = platform.said.filter((line) => line.startsWith("error: "));
    expect(sentences, platform.said.slice(-20).join("\n")).toEqual([
      "error: Another platform has taken over the store. This one has stopped, and has left its bots as they are.",
    ]);
    expect(processesOf(platform.data), "bots of the first").toEqual([]);
    expect(await server.query(database, "select folder from ownership_term")).toEqual([term]);

    for (const { id } of scene.writers) {
      const { status } = await other.get<{ status: string }>(`/bots/${id}`);
      expect(status).toBe("running");
      const { items } = await other.get<{
        items: { seq: number; message: string; fields?: { n?: number } }[];
      }>(`/bots/${id}/logs?after=0&limit=1000`);
      expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 1));
      let last = 0;
      for (const { message, fields } of items) {
        if (message === "born") last = 0;
        else if (message === "line") expect(fields?.n, `line of ${id}`).toBe(++last);
      }
    }
  } finally {
    platform.process!.kill("SIGCONT");
    await other.close();
    await platform.end("SIGKILL");
    await scene.close().catch(() => {});
  }
});
