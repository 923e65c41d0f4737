import { mkdtempSync } from "node:fs";
import { PostgresServer } from "../repo/src/drive/postgres.ts";
import { openPostgres } from "./src/store/postgres/database.ts";
import { openStorage } from "./src/store/sqlite/storage.ts";
import { storageOf } from "./src/store/sql/storage.ts";
const opts = process.argv[2] ?? "";
const server = await PostgresServer.start({ settings: (process.env.PGS ?? "").split(",").filter(Boolean) });
await server.query("postgres", "create database b");
const store = await openPostgres(server.url("b") + opts, { holder: { name: "x", folder: "x" }, onLost() {} });
const pgs = storageOf(store.soon, store.patient);
const lite = await openStorage(mkdtempSync("/tmp/b43/l-"));
const size = Number(process.argv[3] ?? 400);
const batch = (bot: string, n: number) => ({ botId: bot, metrics: [], lines: Array.from({ length: size }, (_, k) => ({
  run_id: "run_1", stream: "stdout" as const, level: "info" as const, time: new Date(1_770_000_000_000 + n * size + k).toISOString(), ingested_at: new Date().toISOString(),
  message: `order ${n} filled at ${(100 + (n % 977) / 7).toFixed(2)}`, fields: { order: n, symbol: "AAPL", size: (n % 13) + 1 } })), offsets: { launchId: "l", stdout: n, stderr: 0 } });
const rate = async (s: typeof pgs, lanes: number) => {
  const batches = 120;
  const began = performance.now(); const c = process.cpuUsage();
  await Promise.all(Array.from({ length: lanes }, async (_, lane) => { for (let n = 0; n < batches / lanes; n++) await s.engine.writeOutput([batch(`b${lane}`, n)]); }));
  const cpu = process.cpuUsage(c);
  const ms = performance.now() - began;
  return { ms, cpu: (cpu.user + cpu.system) / 1000 };
};
const med = (x: number[]) => x.sort((a, b) => a - b)[x.length >> 1]!;
const R: Record<string, { ms: number[]; cpu: number[] }> = {};
for (let r = 0; r < 8; r++) for (const [name, s, lanes] of [["pg1", pgs, 1], ["lite", lite, 1], ["pg3", pgs, 3]] as const) {
  const { ms, cpu } = await rate(s, lanes);
  if (r > 0) { (R[name] ??= { ms: [], cpu: [] }).ms.push(ms); R[name]!.cpu.push(cpu); }
}
for (const [n, { ms, cpu }] of Object.entries(R)) console.log(n, "ms/batch", (med(ms) / 120).toFixed(2), "cpu/batch", (med(cpu) / 120).toFixed(2), "ratio", (med(R.lite!.ms) / med(ms)).toFixed(2));
if (process.env.LOGS) { const fs = await import("node:fs"); console.log(server.dir); fs.cpSync(server.dir + "/data/log", "/tmp/b43/log", { recursive: true }); }
await pgs.close(); await lite.close(); await server.close(); process.exit(0);
