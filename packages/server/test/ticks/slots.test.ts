import { expect } from "vitest";
import { test } from "./schedules.ts";

test("ticks that are due at once all run, however long they wait for one of the few slots", async ({
  schedules: { clock, executor, addBot, runsOf, ended, launched },
}) => {
  executor.onLaunch = (launch) => launch.end();
  const bots: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    bots.push((await addBot({ schedule: "1 10 * * *", start_deadline_seconds: 1 })).bot_id);
  }
  const launch = executor.launch.bind(executor);
  const gate = Promise.withResolvers<void>();
  executor.launch = async (spec) => {
    await gate.promise;
    return launch(spec);
  };
  await clock.pass(30_000);
  // Four are starting; the others wait for longer than their deadline.
  await clock.pass(600_000);
  expect(executor.launches).toHaveLength(0);
  gate.resolve();
  await launched(40);
  for (const id of bots) {
    await ended(id, 1);
    expect(await runsOf(id)).toEqual(["10:01 success"]);
  }
});
