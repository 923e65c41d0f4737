import { expect } from "vitest";
import { addresses, names, type Way } from "./ways.ts";
import { openWorld, type World } from "./world/world.ts";

/**
 * Opens an internet with all that the ways try to reach, and the bots `bot` and `other`.
 * @param runner as for {@link openWorld}
 */
export async function openWaysWorld(runner?: readonly string[]): Promise<World> {
  const world = await openWorld([names.listed, names.other], runner);
  await world.names({
    [names.listed]: [addresses.listed],
    [names.below]: [addresses.listed],
    [names.other]: [addresses.other],
    [names.inner]: ["127.0.0.1"],
    [names.lan]: ["10.0.0.7", "192.168.1.1"],
    [names.metadata]: ["169.254.169.254"],
    [names.own]: ["8.8.4.4"],
  });
  await world.address("8.8.4.4");
  await Promise.all([
    world.listen(addresses.listed, 443, "tls"),
    world.listen(addresses.listed, 81, "tcp"),
    world.listen(addresses.listed, 8080, "tcp"),
    world.listen(addresses.listed, 2525, "greeting"),
    world.listen(addresses.other, 443, "tls"),
    world.listen(addresses.other, 80, "tcp"),
    world.listen("8.8.4.4", 443, "tcp"),
    world.listen("127.0.0.1", 443, "tcp"),
    world.listen("127.0.0.1", 7171, "tcp"),
    world.listen("10.1.2.3", 4001, "tcp"),
    world.listen("127.0.0.1", 7801, "tcp"),
    world.listen("0.0.0.0", 7802, "tcp"),
    world.listen("::1", 7803, "tcp"),
    world.abstract("botyard-of-the-host"),
  ]);
  const local = [
    { name: "price-feed", address: "127.0.0.1", port: 7171 },
    { name: "gateway", address: "10.1.2.3", port: 4001 },
  ];
  const { listed, inner, lan, metadata, own, gone } = names;
  const https = [listed, "*.stream.exchange.test", inner, lan, metadata, own, gone];
  await world.bot("other", { hosts: [], local: [] });
  await world.start("other", ["python3", "-m", "http.server", "--bind", "127.0.0.1", "7800"]);
  await world.bot("bot", {
    hosts: [
      ...https.map((name) => ({ name, port: 443 })),
      { name: listed, port: 8080 },
      { name: listed, port: 2525 },
    ],
    local,
  });
  return world;
}

/** Has the bot try this way, and expects what it says. */
export async function expectWay(
  world: World,
  { argv, shows, is, reason }: Omit<Way, "title">,
): Promise<void> {
  const before = (await world.heard()).length;
  const { code, stdout, stderr } = await world.run("bot", argv);
  const output = stdout + stderr;
  expect(output).toContain(shows);
  expect(code === 0).toBe(is !== "refused");
  const heard = (await world.heard()).slice(before).map(({ text }) => text);
  if (is === "refused") expect(heard.join("")).toBe("");
  if (reason === undefined) return;
  const counted = (await world.take()).flatMap(({ entries }) => entries);
  expect(counted.map((entry) => entry.reason)).toContain(reason);
}
