import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";

const main = join(import.meta.dirname, "..", "src", "main.ts");
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

function run(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [main, "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  return child;
}

type Ready = { url: string; as_of: string; symbols: string[] };

async function start(...args: string[]): Promise<Ready & { child: ChildProcess }> {
  const child = run(...args);
  const [line] = await once(createInterface(child.stdout), "line");
  return { ...(JSON.parse(line) as Ready), child };
}

async function fails(...args: string[]): Promise<string> {
  const child = run(...args);
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  return said;
}

describe("the price feed", () => {
  test("returns the newest closes of a symbol, oldest first", async () => {
    const { url } = await start("--now", "2010-05-04");
    const response = await fetch(`${url}/v1/prices?symbol=AAPL&limit=3`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      symbol: "AAPL",
      as_of: "2010-05-04",
      prices: [
        { date: "2010-04-30", close: 261.09 },
        { date: "2010-05-03", close: 266.35 },
        { date: "2010-05-04", close: 258.68 },
      ],
    });
  });

  test("returns 60 closes by default, and those of any moment", async () => {
    const { url } = await start();
    const answer = await (await fetch(`${url}/v1/prices?symbol=IBM&at=2001-09-10T12:00:00Z`)).json();
    expect(answer).toMatchObject({ symbol: "IBM", as_of: "2001-09-10" });
    expect((answer as { prices: [] }).prices).toHaveLength(60);
  });

  test("says when it published each close, the same whenever it is asked and after a restart", async () => {
    const args = ["--day-seconds", "1000"];
    const { url, child } = await start(...args);
    const closes = async (address: string) => {
      const answer = await fetch(`${address}/v1/prices?symbol=AAPL&limit=500`);
      return ((await answer.json()) as { prices: { date: string; time: string }[] }).prices;
    };
    const first = await closes(url);
    child.kill("SIGKILL");
    const times = new Map(first.map(({ date, time }) => [date, time]));
    const again = await closes((await start(...args)).url);
    expect(again.slice(0, 499).map(({ time }) => time)).toEqual(
      again.slice(0, 499).map(({ date }) => times.get(date)),
    );
    const steps = first.slice(1).map(({ time }, index) => Date.parse(time) - Date.parse(first[index]!.time));
    expect(new Set(steps)).toEqual(new Set([1_000_000]));
    const age = Date.now() - Date.parse(first.at(-1)!.time);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(1_060_000);
  });

  test("sends no times with a moment, which every lap publishes again, or when its clock is stopped", async () => {
    const [running, stopped] = [await start(), await start("--now", "2010-05-04")];
    for (const question of [`${running.url}/v1/prices?at=2010-05-04&`, `${stopped.url}/v1/prices?`]) {
      const answer = await (await fetch(`${question}symbol=AAPL&limit=1`)).json();
      expect(answer).toMatchObject({ prices: [{ date: "2010-05-04", close: 258.68 }] });
      expect(JSON.stringify(answer)).not.toContain("time");
    }
  });

  test("refuses invalid requests with a status and a code", async () => {
    const { url } = await start();
    const refused = async (path: string, init?: RequestInit) => {
      const response = await fetch(url + path, init);
      const { code, message } = (await response.json()) as { code: string; message: string };
      expect(message).toMatch(/\.$/);
      return [response.status, code];
    };
    expect(await refused("/v1/prices?symbol=TSLA")).toEqual([404, "unknown_symbol"]);
    expect(await refused("/v1/prices?symbol=aapl")).toEqual([404, "unknown_symbol"]);
    expect(await refused("/v1/prices")).toEqual([400, "missing_symbol"]);
    for (const limit of ["0", "501", "-1", "1.5", "abc", "", "1e2"]) {
      expect(await refused(`/v1/prices?symbol=AAPL&limit=${limit}`), limit).toEqual([400, "invalid_limit"]);
    }
    for (const at of ["yesterday", "2010-02-30", ""]) {
      expect(await refused(`/v1/prices?symbol=AAPL&at=${at}`), at).toEqual([400, "invalid_at"]);
    }
    expect(await refused("/")).toEqual([404, "not_found"]);
    expect(await refused("/v1/prices?symbol=AAPL", { method: "POST" })).toEqual([405, "method_not_allowed"]);
  });

  test("refuses a client that sends too many requests, and says how long to wait", async () => {
    const { url } = await start("--rate-limit", "2");
    const ask = () => fetch(`${url}/v1/prices?symbol=AAPL&limit=1`);
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(29);
    expect(await refused.json()).toMatchObject({ code: "rate_limited" });
  });

  test("has the same day after a restart", async () => {
    const slowly = ["--day-seconds", "1000000"];
    const { as_of, child } = await start(...slowly);
    child.kill("SIGKILL");
    expect((await start(...slowly)).as_of).toBe(as_of);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("exits at once with code 0 on %s", async (signal) => {
    const { url, child } = await start();
    await fetch(`${url}/v1/prices?symbol=AAPL`);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("reports errors of its command line", async () => {
    expect(await fails("--day-seconds", "0")).toContain('--day-seconds "0" is out of range');
    expect(await fails("--start", "tomorrow")).toContain('--start "tomorrow" is not a date');
    expect(await fails("--start", "2020-01-01")).toContain("after the last trading day, 2013-03-01");
    const { url } = await start();
    const port = new URL(url).port;
    expect(await fails("--port", port)).toContain(`port ${port} is in use`);
  });
});
