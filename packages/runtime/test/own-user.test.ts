import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { offeredIsolations, openWorkshop, type Workshop } from "./workshop.ts";

const offered = await offeredIsolations();

it("bots run as separate users, or the executor says why not", async () => {
  const workshop = await openWorkshop("user");
  const { isolation, reasons } = workshop.executor.describe();
  await workshop.close();
  if (isolation === "undetermined") expect(reasons.join(" ")).toMatch(/separate users|root/);
  else expect(isolation).toBe("user");
});

describe.each(offered.filter((name) => name === "user"))("a bot with its own user", () => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop("user");
  });
  afterAll(() => workshop.close());

  const limits = { memoryBytes: 100 << 20, processes: 64, cpus: 1, openFiles: 256 };
  const holds = "(head -c 150000000 /dev/zero; sleep 1000) | tail";

  for (const environment of ["its own", "an empty"])
    it(`is killed for the memory of its daemon with ${environment} environment`, async () => {
      const env = environment === "an empty" ? "env -i PATH=$PATH" : "";
      const launch = await workshop.start(`setsid ${env} sh -c '(${holds}) &' & sleep 1000`, { limits });
      expect(await launch.ended).toMatchObject({ limit: { name: "memory" } });
    });

  it("is not killed for the memory of another launch of the same user", async () => {
    const botId = "bot_of_two";
    const small = await workshop.start("sleep 1000", { limits, botId });
    const large = await workshop.start(`setsid sh -c '(${holds}) &' & sleep 1000`, { limits, botId });
    expect(await large.ended).toMatchObject({ limit: { name: "memory" } });
    expect(await small.stop(1_000)).toMatchObject({ signal: "SIGTERM" });
  });
});
