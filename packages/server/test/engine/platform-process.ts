/** Runs an engine in a separate process, for tests that kill it: `node platform-process.ts <data folder>`. */
import { basename } from "node:path";
import { checksHere } from "@botyard/manifest";
import { pino } from "pino";
import { Bus } from "../../src/bus.ts";
import { systemClock } from "../../src/clock.ts";
import { storedPackages } from "../../src/custom-bots/stored-packages.ts";
import { createEngine } from "../../src/engine/create-engine.ts";
import { KeyRing, Vault } from "../../src/secrets/index.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { openedStorage } from "../store/opened.ts";
import { processExecutor } from "./process-executor.ts";

const dataDir = process.argv[2] ?? "";
const storage = await openedStorage(dataDir);
const executor = await processExecutor(dataDir);
const settings = { ...defaultSettings, dataDir, network: "host" as const };
const log = pino({ level: "silent" });
const vault = new Vault({ ring: new KeyRing([Buffer.alloc(32, 1)]) }, storage.services);
const folderId = basename(dataDir);
const packages = storedPackages({
  ...{ store: storage.services, blobs: storage.blobs, checks: checksHere, dataDir, clock: systemClock },
});
const engine = createEngine({ storage, executor, settings, vault, packages, folderId, bus: new Bus(), log });
console.log("starting");
await engine.start();
console.log("started");
