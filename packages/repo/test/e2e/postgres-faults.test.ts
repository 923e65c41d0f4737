import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { PostgresServer, whyNoPostgres } from "../../src/drive/postgres.ts";
import { faults } from "./store-faults/faults.ts";
import { Scene } from "./store-faults/scene.ts";

const isThorough = process.env.BOTYARD_THOROUGH === "1";
const rounds = Number(process.env.BOTYARD_FAULT_ROUNDS ?? (isThorough ? 50 : 5));
const minute = 60_000;

test("A store that fails loses no acknowledged write and no line, and interrupts no bot", {
  timeout: 300_000 + rounds * 120_000,
}, async ({ skip }) => {
  skip(whyNoPostgres !== undefined, whyNoPostgres);
  const server = await PostgresServer.start();
  try {
    const scene = await Scene.open(server);
    try {
      const names = Object.keys(faults).filter((name) => name.includes(process.env.ONLY ?? ""));
      for (let round = 0; round < rounds; round++) {
        const name = names[round % names.length]!;
        const left = minute - (Date.now() % minute);
        if (left < 20_000) await pause(left - 500);
        const began = performance.now();
        await scene.during(faults[name]!(scene, 2));
        const over = performance.now();
        await scene.expectWhole();
        console.log(
          name,
          Math.round(over - began),
          Math.round(performance.now() - over),
          Math.round(scene.longestMs),
          scene.refused,
        );
      }
      await scene.end();
    } catch (error) {
      console.log("FAILED", error, scene.platform.said.slice(-30).join("\n"));
      throw error;
    } finally {
      await scene.close();
    }
  } finally {
    await server.close();
  }
});
