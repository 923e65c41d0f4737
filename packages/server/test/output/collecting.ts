import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { Bus } from "../../src/bus.ts";
import { systemClock } from "../../src/clock.ts";
import type { LogRecord } from "../../src/model/model.ts";
import { Collector, type CollectorOptions, type Source } from "../../src/output/collector.ts";
import { Masker } from "../../src/output/masking/masker.ts";
import { engineStoreOf } from "../../src/store/sql/engine-store.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { opened } from "../store/opened.ts";

/** A collector of one source, which writes what a test has it print. */
export interface Collecting {
  dir: string;
  store: Store;
  bus: Bus;
  source: Source;
  collector: Collector;
  /** Replaces the collector. */
  open(options?: Partial<CollectorOptions>): Collector;
  /** Collects the standard output of a process that has ended. */
  take(text: string | Buffer, stream?: "stdout" | "stderr"): Promise<LogRecord[]>;
  close(): Promise<void>;
}

export async function openCollecting(): Promise<Collecting> {
  const dir = mkdtempSync(join(tmpdir(), "botyard-collector-"));
  const store = await opened(dir);
  const bus = new Bus();
  const files = {
    stdout: join(dir, "stdout"),
    stderr: join(dir, "stderr"),
    result: join(dir, "result.json"),
  };
  writeFileSync(files.stdout, "");
  writeFileSync(files.stderr, "");
  const source: Source = {
    launchId: "launch_1",
    botId: "bot_1",
    files,
    offsets: { stdout: 0, stderr: 0 },
    masker: new Masker(["canary-0123456789"]),
    hasRow: false,
  };
  let current: Collector;
  const open: Collecting["open"] = (options = {}) => {
    current = new Collector({
      store: engineStoreOf(store),
      bus,
      clock: systemClock,
      log: pino({ level: "silent" }),
      logRate: 1e9,
      logBurst: 1e9,
      lineBytes: 64 * 1024,
      unreadBytes: 1024 ** 3,
      ...options,
    });
    return current;
  };
  return {
    ...{ dir, store, bus, source, open },
    collector: open(),
    async take(text, stream = "stdout") {
      appendFileSync(source.files[stream], text);
      await current.follow(source).finish();
      return (await listLogs(store, "bot_1", { limit: 1_000_000 })).items;
    },
    async close() {
      await current.stop();
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
