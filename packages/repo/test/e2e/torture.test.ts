import { join } from "node:path";
import { expect, test } from "vitest";
import { passableFolder } from "../../src/drive/folder.ts";
import { whyNotIsolated } from "../../src/drive/isolation.ts";
import { hostileBots, withBots } from "../../src/torture/hostile-bots.ts";
import { withClients } from "../../src/torture/hostile-clients.ts";

const seconds = 5;

test("forty hostile bots do not harm a bot of another user, and nothing of them is left", async ({
  skip,
}) => {
  const why = await whyNotIsolated(join(passableFolder("botyard-torture-"), "data"));
  skip(why !== undefined, `hostile bots need isolation: ${why}`);
  const { faults, rows } = await withBots([hostileBots], seconds);
  expect(hostileBots.length).toBeGreaterThanOrEqual(40);
  expect(faults).toEqual([]);
  expect(rows.length).toBeGreaterThan(0);
});

test("hostile clients do not harm another user, and take little memory of the platform", async () => {
  const { faults, rows } = await withClients(seconds);
  expect(faults).toEqual([]);
  const memory = rows.filter(({ name }) => name.endsWith("memory of the platform"));
  expect(memory.length).toBeGreaterThan(0);
  for (const { name, value, target } of memory)
    expect(value, name).toBeLessThanOrEqual((target as { atMost: number }).atMost);
});
