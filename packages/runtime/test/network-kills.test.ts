import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Launch, LaunchNetwork, LaunchRecord } from "../src/index.ts";
import { borderOf, killedPlatform } from "./killed-platform.ts";
import { isolationsWithNetworks, node, openWorkshop, until, type Workshop } from "./workshop.ts";

const isThorough = process.env.BOTYARD_THOROUGH === "1";
const times = isThorough ? 100 : 5;
const offered = await isolationsWithNetworks();

/**
 * Keeps a connection on which it says its name every few milliseconds, and opens another one when it is lost. Each time
 * it also tries what it may not reach.
 */
const talker = `
import { connect } from "node:net";
const { NAME, FEED, TRAP } = process.env;
const talk = () => {
  for (const host of ["127.0.0.1", "localhost", "0.0.0.0", "::1"]) connect(TRAP, host).on("error", () => {}).end(NAME);
  const socket = connect(FEED, "127.0.0.1");
  const timer = setInterval(() => socket.write(NAME + "\\n"), 5);
  socket.on("error", () => {}).on("close", () => { clearInterval(timer); setTimeout(talk, 10); });
};
talk();
`;

describe.each(offered)("bots with networks of their own under kills, in isolation %s", (isolation) => {
  let workshop: Workshop;
  let feed: Server;
  let trap: Server;
  let network: LaunchNetwork;
  let env: Record<string, string>;
  /** When each bot has last said its name, and how many connections it has opened. */
  const heard = new Map<string, number>();
  const opened = new Map<string, number>();
  let trapped = 0;

  beforeAll(async () => {
    workshop = await openWorkshop(isolation);
    feed = createServer((socket) => {
      let isNew = true;
      socket.on("error", () => {});
      socket.setEncoding("utf8").on("data", (text) => {
        const name = String(text).split("\n")[0]!;
        if (isNew) opened.set(name, (opened.get(name) ?? 0) + 1);
        isNew = false;
        heard.set(name, performance.now());
      });
    });
    trap = createServer((socket: Socket) => {
      trapped++;
      socket.on("error", () => {}).destroy();
    });
    for (const server of [feed, trap]) await once(server.listen(0, "127.0.0.1"), "listening");
    const port = (feed.address() as AddressInfo).port;
    network = { policy: { hosts: [], local: [{ name: "feed", address: "127.0.0.1", port }] }, cut: [] };
    env = { FEED: `${port}`, TRAP: `${(trap.address() as AddressInfo).port}` };
  });
  afterAll(async () => {
    await workshop.close();
    for (const server of [feed, trap]) server.close();
  });

  const specOf = (name: string) => ({ runtime: node, network, extraEnv: { ...env, NAME: name } });
  const all = (names: readonly string[], since: number) =>
    names.every((name) => (heard.get(name) ?? 0) > since);
  const border = () => borderOf(workshop);

  it(`connect again each of ${times} times that the border is killed, and reach nothing else`, async () => {
    const names = ["a", "b", "c"];
    const launches: Launch[] = [];
    for (const name of names) launches.push(await workshop.start(talker, specOf(name)));
    await until("all bots to talk", () => all(names, 0));
    const took: number[] = [];
    for (let time = 0; time < times; time++) {
      const killed = border();
      process.kill(killed, "SIGKILL");
      const at = performance.now();
      await until("another border", () => border() > 0 && border() !== killed);
      await until("all bots to talk again", () => all(names, at + 50));
      took.push(Math.max(...names.map((name) => heard.get(name)! - at)));
    }
    expect(trapped).toBe(0);
    for (const { record } of launches) expect(() => process.kill(record.process!.pid, 0)).not.toThrow();
    // On a machine with nothing else to do.
    if (isThorough) expect(took.toSorted((a, b) => a - b)[Math.floor(times / 2)]).toBeLessThan(1_000);
    for (const launch of launches) expect((await launch.kill()).signal).toBe("SIGKILL");
  }, 400_000);

  it(`lose no connection the ${times} times that the platform is killed`, async () => {
    const spec = workshop.spec(talker, specOf("kept"));
    const talks = () => {
      const at = performance.now();
      return until("the bot to talk", () => all(["kept"], at));
    };
    let adopt: LaunchRecord | undefined;
    for (let time = 0; time < times; time++)
      adopt = await killedPlatform(workshop, isolation, { spec, ...(adopt && { adopt }), when: talks });
    await talks();
    expect(opened.get("kept")).toBe(1);
    await (await workshop.executor.adopt(adopt!))!.kill();
  }, 400_000);
});
