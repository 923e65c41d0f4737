import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { TestPlatform } from "../drive/platform.ts";

const platform = new TestPlatform();
await platform.start([]);
const cpu = () => {
  const f = readFileSync(`/proc/${platform.process!.pid}/stat`, "utf8").split(" ");
  return (Number(f[13]) + Number(f[14])) * 10;
};
try {
  await platform.upload({ name: "x", type: "scheduled", bot: "" });
  const bot = await platform.create({ name: "x", type: "scheduled/x", schedule: "0 0 1 1 *" });
  const database = new Sqlite(join(platform.data, "platform.db"), { timeout: 10000 });
  const insert = database.prepare(
    "insert into metrics (bot_id, seq, type, time, data, ingested_at) values (?, ?, ?, ?, ?, ?)",
  );
  for (let n = 1; n <= 40; n++) {
    const time = new Date(Date.now() - (41 - n) * 1000).toISOString();
    insert.run(
      bot,
      2 * n,
      "price",
      time,
      JSON.stringify({ symbol: "IBM", price: 100 + Math.sin(n), volume: 1000 }),
      time,
    );
    insert.run(
      bot,
      2 * n + 1,
      "sma",
      time,
      JSON.stringify({ symbol: "IBM", fast: 100 + Math.sin(n), slow: 100 }),
      time,
    );
  }
  const { chromium } = await import("playwright-core");
  const { signInLink } = await import("../start/sign-in-link.ts");
  const link = new URL(await signInLink(platform.url, platform.key));
  const signed = await fetch(`${platform.url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: platform.url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(link.searchParams),
  });
  const cookie = signed.headers.get("set-cookie")!.split(";")[0]!;
  const html = await (await fetch(platform.url, { headers: { cookie } })).text();
  for (const path of ["/", ...[...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, p]) => p!)])
    for (const n of [20, 200]) {
      const c = cpu();
      const times = [];
      for (let i = 0; i < n; i++) {
        const b = performance.now();
        await (
          await fetch(platform.url + path, { headers: { cookie, "accept-encoding": "br" } })
        ).arrayBuffer();
        times.push(performance.now() - b);
      }
      console.log(
        path.slice(0, 60).padEnd(60),
        n,
        "median",
        times.sort((a, b) => a - b)[n >> 1]!.toFixed(1),
        "cpu/req",
        ((cpu() - c) / n).toFixed(2),
      );
    }
  for (const path of [
    "/auth/status",
    `/bots/${bot}`,
    `/bots/${bot}/metrics/latest`,
    `/bots/${bot}/metrics?type=price&max_points=2400`,
    `/bots/${bot}/metrics?max_points=2400`,
    `/bots/${bot}/usage`,
    `/bots?limit=5`,
  ]) {
    for (const n of [1, 20, 100]) {
      const c = cpu();
      const times = [];
      for (let i = 0; i < n; i++) {
        const b = performance.now();
        await platform.get(path);
        times.push(performance.now() - b);
      }
      console.log(
        path.slice(0, 60).padEnd(60),
        n,
        "median",
        times.sort((a, b) => a - b)[n >> 1]!.toFixed(1),
        "cpu/req",
        ((cpu() - c) / n).toFixed(2),
      );
    }
  }
} finally {
  await platform.close();
}
