import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Launch, LaunchNetwork } from "../src/index.ts";
import { borderOf, killedPlatform } from "./killed-platform.ts";
import {
  isolationsWithNetworks,
  node,
  openWorkshop,
  printed,
  textOf,
  until,
  type Workshop,
} from "./workshop.ts";

const offered = await isolationsWithNetworks();
const text = async (address: string) => (await fetch(address)).text();

/** Asks for what it is told to once it can be read, and prints what it gets. */
const asker = `
import { existsSync, readFileSync } from "node:fs";
const ask = async () => {
  try { return await (await fetch(process.env.FEED_URL)).text(); } catch (error) { return error.cause?.code ?? error.message; }
};
console.log("ready");
let last;
setInterval(async () => {
  const answer = await ask();
  if (answer !== last) console.log("got " + answer);
  last = answer;
}, 20);
`;

describe.each(offered)("a bot with a network of its own, in isolation %s", (isolation) => {
  let workshop: Workshop;
  let feed: Server;
  let port: number;
  let network: LaunchNetwork;

  beforeAll(async () => {
    workshop = await openWorkshop(isolation);
    expect(workshop.executor.describe().networkObstacle).toBeUndefined();
    feed = createServer((_, answer) => answer.end("187.35"));
    await once(feed.listen(0, "127.0.0.1"), "listening");
    port = (feed.address() as AddressInfo).port;
    network = { policy: { hosts: [], local: [{ name: "price-feed", address: "127.0.0.1", port }] }, cut: [] };
  });
  afterAll(async () => {
    await workshop.close();
    feed.close();
  });

  const start = (more: Partial<LaunchNetwork> = {}) =>
    workshop.start(asker, {
      runtime: node,
      network: { ...network, ...more },
      extraEnv: { FEED_URL: `http://127.0.0.1:${port}/` },
    });

  const border = () => borderOf(workshop);

  it("reaches a local service at its address, and what it reaches is counted", async () => {
    const launch = await start();
    await printed(launch, "got 187.35");
    await launch.kill();
    const counted = (await workshop.executor.connections()).filter((one) => one.launch === launch.record.id);
    expect(counted.flatMap(({ entries }) => entries)).toEqual([
      expect.objectContaining({ host: "price-feed", port, received: expect.any(Number) }),
    ]);
  });

  it("is served by a border that can start no program, write no file and has few rights", async () => {
    const launch = await start();
    await printed(launch, "got 187.35");
    const ofProcess = readFileSync(`/proc/${border()}/status`, "utf8");
    const fieldOf = (name: string) => new RegExp(`^${name}:\\t(.*)$`, "m").exec(ofProcess)?.[1];
    expect(fieldOf("Seccomp")).toBe("2");
    // SYS_ADMIN, SYS_PTRACE, NET_ADMIN, NET_BIND_SERVICE and DAC_READ_SEARCH.
    if (process.getuid?.() === 0) expect(fieldOf("CapEff")).toBe("0000000000281404");
    await launch.kill();
  });

  it("reaches nothing else of the host, and can take the host's ports", async () => {
    const launch = await workshop.start(
      `
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
console.log(Object.keys(networkInterfaces()).join());
console.log(await fetch(process.env.FEED_URL).catch((error) => error.cause.code));
createServer().listen(${port}, "127.0.0.1", () => { console.log("listens"); process.exit(); });
`,
      {
        runtime: node,
        network: { policy: { hosts: [], local: [] }, cut: [] },
        extraEnv: { FEED_URL: `http://127.0.0.1:${port}/` },
      },
    );
    expect(await launch.ended).toMatchObject({ code: 0 });
    expect(textOf(launch.files.stdout)).toBe("lo\nECONNREFUSED\nlistens\n");
  });

  it("makes no socket that leaves the network by another way", async () => {
    const launch = await workshop.start(
      `exec perl -e '
$| = 1;
my %ways = (packet => [17, 3, 0], raw => [2, 3, 1], vsock => [40, 1, 0]);
for (sort keys %ways) { print "$_ ", socket(my $s, $ways{$_}[0], $ways{$_}[1], $ways{$_}[2]) ? "made" : "refused", "\n"; }
print "user namespace ", syscall(${process.arch === "x64" ? 272 : 97}, 0x50000000) == 0 ? "made" : "refused", "\n";'`,
      { network },
    );
    await launch.ended;
    const open = isolation === "user" ? ["vsock made", "user namespace made"] : [];
    const lines = textOf(launch.files.stdout).trim().split("\n");
    expect(lines, textOf(launch.files.stderr)).toHaveLength(4);
    expect(lines.filter((line) => line.endsWith("made"))).toEqual(open);
  });

  it("is cut off and connected again without being stopped, and a cut lasts through a start", async () => {
    const launch = await start({ cut: "all" });
    await printed(launch, "got ECONNREFUSED");
    await launch.cut([]);
    await printed(launch, "got 187.35");
    await launch.cut(["price-feed"]);
    await until("the bot to be cut off", () => textOf(launch.files.stdout).endsWith("got ECONNREFUSED\n"));
    await launch.cut(["another"]);
    await until("the bot to be connected", () => textOf(launch.files.stdout).endsWith("got 187.35\n"));
  });

  it("keeps its network if the border is killed, which is followed by another one", async () => {
    const launch = await start();
    await printed(launch, "got 187.35");
    const { pid } = launch.record.process!;
    for (let time = 0; time < 3; time++) {
      const killed = border();
      process.kill(killed, "SIGKILL");
      await until("another border", () => border() > 0 && border() !== killed);
      await until("the bot to be connected", () => textOf(launch.files.stdout).endsWith("got 187.35\n"));
    }
    expect(launch.record.process?.pid).toBe(pid);
    expect(await launch.stop(10_000)).toMatchObject({ signal: "SIGTERM" });
  });

  it.each([
    ["keeps its network and its connections if the platform is killed", true],
    ["can be cut off by the next platform if a full disk has lost the record of its start", false],
  ])("%s", async (_, isRecorded) => {
    const spec = workshop.spec(asker, {
      runtime: node,
      network,
      extraEnv: { FEED_URL: `http://127.0.0.1:${port}/` },
    });
    const record = await killedPlatform(workshop, isolation, {
      spec,
      when: () =>
        until("the bot to be connected", () => textOf(join(spec.dir, "stdout")).includes("got 187.35")),
    });
    if (!isRecorded) rmSync(join(spec.dir, "process"));
    const launch = (await workshop.executor.adopt(record, ["price-feed"]))!;
    expect(launch.hasOwnNetwork).toBe(true);
    await until("the bot to be cut off", () => textOf(launch.files.stdout).endsWith("got ECONNREFUSED\n"));
    // Its connections were not touched until then.
    expect(textOf(launch.files.stdout)).toMatch(
      /^ready\ngot 187.35\n(got (ECONNRESET|EPIPE|UND_ERR_SOCKET)\n)?got ECONNREFUSED\n$/,
    );
    await launch.kill();
  });

  it("is asked queries in its network, where every launch has the same port", async () => {
    const server = `
import { createServer } from "node:http";
createServer((_, answer) => answer.end(process.env.BOT_ID)).listen(Number(process.env.QUERY_PORT), "127.0.0.1");
`;
    const ask = async (launch: Launch) => {
      const address = await vi.waitUntil(() => launch.address(), { timeout: 60_000, interval: 10 });
      const socket = await workshop.executor.connect(address);
      socket.end("GET / HTTP/1.0\r\n\r\n");
      let answer = "";
      for await (const bytes of socket) answer += bytes;
      return { port: address.port, answer: answer.split("\r\n\r\n")[1] };
    };
    const launches = await Promise.all(
      ["bot_a", "bot_b"].map((botId) =>
        workshop.start(server, { runtime: node, kind: "query-server", botId, network }),
      ),
    );
    const answers = await Promise.all(launches.map(ask));
    expect(answers.map(({ answer }) => answer)).toEqual(["bot_a", "bot_b"]);
    expect(answers[0]?.port).toBe(answers[1]?.port);
    expect(await text(`http://127.0.0.1:${port}/`)).toBe("187.35");
  });
});

it("a bot with a network of its own is not started without isolation, and nothing else is used instead", async () => {
  const workshop = await openWorkshop("none");
  try {
    const launch = workshop.start("true", { network: { policy: { hosts: [], local: [] }, cut: [] } });
    await expect(launch).rejects.toMatchObject({
      code: "network_unavailable",
      message: "Bots cannot have a network of their own: without isolation they could leave it.",
    });
  } finally {
    await workshop.close();
  }
});
