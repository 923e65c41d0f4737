import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { until } from "../../../src/drive/platform.ts";
import type { SmallDisk } from "../../../src/drive/small-disk.ts";
import { database, type Scene, user } from "./scene.ts";

/** Begins and ends a fault of the store. */
export type Fault = (scene: Scene, seconds: number) => Promise<void>;

const ofPlatform = `usename = '${user}' and datname = '${database}' and pid <> pg_backend_pid()`;

const pidsOf = async ({ server }: Scene): Promise<number[]> =>
  (
    await server.query<{ pid: number }>("postgres", `select pid from pg_stat_activity where ${ofPlatform}`)
  ).map(({ pid }) => pid);

/** The faults, by the words of a sentence: "… ". */
export const faults: Record<string, Fault> = {
  async "the server is restarted"({ server }) {
    await server.stop("SIGINT");
    await server.resume();
  },
  async "the server is away for some seconds"(scene, seconds) {
    await scene.server.stop("SIGINT");
    expect(await scene.untilAway()).toMatch(/cannot be reached|refused/i);
    await pause(seconds * 1_000);
    await scene.server.resume();
  },
  async "a backend is killed"(scene) {
    const [pid] = await until(async () => {
      const found = await pidsOf(scene);
      return found.length > 0 && found;
    });
    process.kill(pid!, "SIGKILL");
  },
  async "the first process of the server is killed"({ server }) {
    await server.stop("SIGKILL");
    await server.resume();
  },
  async "all connections are terminated, again and again"(scene, seconds) {
    const { server } = scene;
    for (let n = 0; n < seconds * 2; n++) {
      await server.query(
        "postgres",
        `select pg_terminate_backend(pid) from pg_stat_activity where ${ofPlatform}`,
      );
      await pause(500);
    }
  },
  async "another client holds all connections of the server"(scene, seconds) {
    const { server } = scene;
    const held: pg.Client[] = [];
    try {
      // The platform connects anew while others take what it had.
      await until(async () => {
        await server.query(
          "postgres",
          `select pg_terminate_backend(pid) from pg_stat_activity where ${ofPlatform}`,
        );
        for (;;) {
          const client = new pg.Client({
            connectionString: server.url("postgres").replace("postgres@", `${user}@`),
          });
          client.on("error", () => {});
          try {
            await client.connect();
          } catch {
            break;
          }
          held.push(client);
        }
        return (await pidsOf(scene)).length === 0;
      });
      await scene.untilAway();
      await pause(seconds * 1_000);
    } finally {
      await Promise.all(held.map((client) => client.end()));
    }
  },
  async "connections are refused"(scene, seconds) {
    const accept = await scene.wire.refuse();
    expect(await scene.untilAway()).toMatch(/ECONNREFUSED/);
    await pause(seconds * 1_000);
    await accept();
  },
  async "connections are cut"(scene, seconds) {
    for (let n = 0; n < seconds * 4; n++) {
      scene.wire.cut();
      await pause(Math.random() * 500);
    }
  },
  async "commits wait for a standby, and connections are cut meanwhile"({ server, wire }, seconds) {
    const waitFor = async (name: string) => {
      await server.query("postgres", `alter system set synchronous_standby_names to '${name}'`);
      await server.query("postgres", "select pg_reload_conf()");
    };
    await waitFor("absent");
    try {
      for (let n = 0; n < seconds * 2; n++) {
        await pause(500);
        wire.cut();
      }
    } finally {
      await waitFor("");
    }
  },
  async "a standby takes the place of the server"(scene) {
    const { server: first } = scene;
    const standby = await first.standby("standby");
    // After the copy of its settings: the standby itself has none to wait for.
    await first.query("postgres", "alter system set synchronous_standby_names to 'standby'");
    await first.query("postgres", "select pg_reload_conf()");
    const follows = "select 1 from pg_stat_replication where sync_state = 'sync'";
    await until(async () => (await first.query("postgres", follows)).length > 0);
    // Now all that is acknowledged is there, too.
    await pause(1_000);
    await first.stop("SIGKILL");
    await standby.query("postgres", "select pg_promote()");
    scene.server = standby;
    scene.wire.lead(standby.port);
    await first.close();
  },
  async "the server says nothing any more"(scene, seconds) {
    scene.wire.silence();
    await scene.untilAway();
    await pause(seconds * 1_000);
    scene.wire.speak();
  },
};

/** Fills a disk, frees it when the platform has noticed, and waits for nothing else. */
export async function fill(scene: Scene, disk: SmallDisk): Promise<void> {
  const filler = join(disk.dir, "filler");
  for (const size of [1024 * 1024, 4096])
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
    } catch {}
  await scene.untilAway("disk_low");
  rmSync(filler);
}
