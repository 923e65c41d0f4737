import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "vitest";
import { PostgresServer, user } from "../../../src/drive/postgres.ts";
import { canMount, SmallDisk } from "../../../src/drive/small-disk.ts";
import { type Fault, faults, fill } from "./faults.ts";
import { Scene } from "./scene.ts";

const isThorough = process.env.BOTYARD_THOROUGH === "1";
const rounds = Number(process.env.BOTYARD_FAULT_ROUNDS ?? (isThorough ? 50 : 5));
const only = process.env.BOTYARD_FAULT ?? "";
/** Of the rounds: the gate has those of a few faults, and others each time. */
const seed = Number(process.env.BOTYARD_SEED ?? Math.floor(Math.random() * 1_000));
const minute = 60_000;

/** How long the fault of a round lasts, where that can be chosen. */
function secondsOf(round: number): number {
  if (!isThorough) return 1;
  // Each fault lasts for a minute once.
  return round < Object.keys(faults).length ? 60 : 1 + ((seed + round) % 10);
}

function faultOf(round: number): [string, Fault] {
  const all = Object.entries(faults).filter(([name]) => name.includes(only));
  return all[(seed * rounds + round) % all.length]!;
}

/** The next ticks shall be due during the fault, unless that takes long to wait for. */
async function untilTicksAreNear(): Promise<void> {
  const left = minute - (Date.now() % minute);
  if (left < 20_000) await pause(left - 500);
}

test("A store that fails loses no acknowledged write and no line, starts no tick twice, and interrupts no bot", {
  timeout: 300_000 + rounds * 180_000,
}, async () => {
  const scene = await Scene.open(await PostgresServer.start());
  let told = `seed ${seed}`;
  try {
    for (let round = 0; round < rounds; round++) {
      const [name, strike] = faultOf(round);
      told = `seed ${seed}, round ${round}: ${name}`;
      await untilTicksAreNear();
      await scene.during(strike(scene, secondsOf(round)));
      await scene.expectWhole();
    }
    await scene.end();
  } catch (error) {
    throw new Error(`${told}\n${scene.platform.said.slice(-20).join("\n")}`, { cause: error });
  } finally {
    await scene.close();
  }
});

test("A full disk of the server loses nothing, and is noticed and forgotten", { timeout: 600_000 }, async ({
  skip,
}) => {
  skip(!canMount(), "only root can mount a disk");
  const disk = new SmallDisk(96 * 1024 * 1024);
  try {
    const place = join(disk.dir, "records");
    mkdirSync(place, { mode: 0o700 });
    if (user) chownSync(place, user.uid, user.gid);
    const server = await PostgresServer.start();
    await server.query("postgres", `create tablespace small location '${place}'`);
    const scene = await Scene.open(server, { tablespace: "small" });
    try {
      for (let round = 0; round < (isThorough ? 5 : 1); round++) {
        await scene.during(fill(scene, disk));
        await scene.expectWhole();
      }
      await scene.end();
    } finally {
      await scene.close();
    }
  } finally {
    disk.close();
  }
});
