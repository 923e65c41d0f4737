import { afterAll, beforeAll, expect, test } from "vitest";
import { addresses, names } from "./ways.ts";
import { describeInWorld, openWorld, type World } from "./world/world.ts";

const isThorough = process.env.BOTYARD_THOROUGH === "1";
const times = isThorough ? 1_000 : 20;

describeInWorld("cuts", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld([names.listed]);
    await world.names({ [names.listed]: [addresses.listed] });
    await world.listen(addresses.listed, 8080, "tcp");
    await world.bot("bot", { hosts: [{ name: names.listed, port: 8080 }], local: [] });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Sends orders on some connections, as fast as it can, and opens them again when they are lost. */
  const trader = [
    "import socket, threading, time",
    "def trade():",
    "  while True:",
    "    try:",
    `      s = socket.create_connection(("127.77.0.1", 8080), 1)`,
    "      while True: s.sendall(b'order\\n' * 50); time.sleep(0.001)",
    "    except OSError: time.sleep(0.005)",
    "for n in range(5): threading.Thread(target=trade, daemon=True).start()",
    "time.sleep(10000)",
  ].join("\n");

  test(`nothing arrives at a host after each of ${times} cuts, and the bot goes on when it is restored`, async () => {
    await world.start("bot", ["python3", "-c", trader]);
    const cuts: Awaited<ReturnType<World["cutFor"]>>[] = [];
    for (let time = 0; time < times; time++) cuts.push(await world.cutFor("bot", 150));
    expect(cuts.filter(({ leaked }) => leaked)).toEqual([]);
    const after = cuts.map((cut) => cut.after).toSorted((a, b) => a - b);
    console.log(`bytes after a cut: median ${after[Math.floor(times / 2)]} ms, longest ${after.at(-1)} ms`);
    // On a machine with nothing else to do.
    if (isThorough) expect(after.at(-1)).toBeLessThanOrEqual(100);
    const entries = (await world.take()).flatMap(({ entries }) => entries);
    expect(entries.find(({ reason }) => reason === undefined)!.count).toBeGreaterThan(times);
  }, 600_000);
});
