import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import { createExchange } from "../src/exchange.ts";

const main = join(import.meta.dirname, "..", "src", "main.ts");
const credentials = { key: "local-key", secret: "bG9jYWwtc2VjcmV0" };

/** Clean-up functions that run after each test. */
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for and asserts on it.
type Answer = { error: string[]; result: any };
const answerOf = async (response: Response) => (await response.json()) as Answer;

/** Starts an exchange whose time the test sets, in milliseconds. */
async function open(euros = 10_000) {
  const clock = { now: 1_800_000_000_000 };
  const server = createExchange({ credentials, balances: { ZEUR: euros }, now: () => clock.now });
  await once(server.listen(0, "127.0.0.1"), "listening");
  undo.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let nonce = 0;
  const look = async (method: string) => answerOf(await fetch(`${url}/0/public/${method}`));
  const ask = async (method: string, form: Record<string, string> = {}, changes: Partial<Signed> = {}) => {
    const signed = { ...credentials, nonce: `${++nonce}`, ...changes };
    const body = new URLSearchParams({ nonce: signed.nonce, ...form }).toString();
    const path = `/0/private/${method}`;
    const digest = createHash("sha256").update(`${signed.nonce}${body}`).digest();
    const sign = createHmac("sha512", Buffer.from(signed.secret, "base64")).update(path).update(digest);
    const headers = { "API-Key": signed.key, "API-Sign": sign.digest("base64") };
    return answerOf(
      await fetch(`${url}${path}`, { method: "POST", headers, body: new URLSearchParams(body) }),
    );
  };
  const eurosLeft = async () => Number((await ask("BalanceEx")).result.ZEUR.balance);
  return { clock, look, ask, eurosLeft };
}
type Signed = { key: string; secret: string; nonce: string };

const buy = { pair: "XXBTZEUR", type: "buy", ordertype: "market", volume: "0.1" };

describe("the local exchange", () => {
  test("has the same prices at the same time, and others later", async () => {
    const [one, other] = [await open(), await open()];
    const first = await one.look("Ticker?pair=XBTEUR");
    expect(first.error).toEqual([]);
    expect(await other.look("Ticker?pair=XXBTZEUR")).toEqual(first);
    one.clock.now += 3_600_000;
    expect(await one.look("Ticker?pair=XBTEUR")).not.toEqual(first);
  });

  test("returns candles in order, each of which begins with the close of the one before", async () => {
    const { look, clock } = await open();
    const { XETHZEUR: rows, last } = (await look("OHLC?pair=ETH/EUR&interval=60")).result;
    expect(rows).toHaveLength(720);
    expect(rows.at(-1)[0]).toBe(Math.floor(clock.now / 3_600_000) * 3600);
    expect(last).toBe(rows.at(-2)[0]);
    for (const [at, [begin, ...texts]] of rows.entries()) {
      const [open, high, low, close] = texts.map(Number);
      expect(high).toBeGreaterThanOrEqual(Math.max(open!, close!));
      expect(low).toBeLessThanOrEqual(Math.min(open!, close!));
      const next = rows[at + 1];
      if (!next) continue;
      expect(next[0] - begin).toBe(3600);
      expect(Math.abs(Number(next[1]) - close!)).toBeLessThanOrEqual(0.011);
    }
  });

  test("fills a market order at once, and takes its value and the fee from the account", async () => {
    const { ask, look, eurosLeft } = await open();
    const [price] = (await look("Ticker?pair=XBTEUR")).result.XXBTZEUR.a;
    const { txid, descr } = (await ask("AddOrder", buy)).result;
    expect(descr).toEqual({ order: "buy 0.10000000 XBTEUR @ market" });
    const order = (await ask("QueryOrders", { txid: txid[0] })).result[txid[0]];
    expect(order).toMatchObject({ status: "closed", price, vol: "0.10000000", vol_exec: "0.10000000" });
    const cost = 0.1 * Number(price);
    expect(await eurosLeft()).toBeCloseTo(10_000 - cost * 1.0026, 3);
    expect((await ask("Balance")).result.XXBT).toBe("0.1000000000");
  });

  test("fills a limit order when the price allows it, and holds its value until then", async () => {
    const { ask, look, clock, eurosLeft } = await open();
    const [now] = (await look("Ticker?pair=XBTEUR")).result.XXBTZEUR.a;
    const price = (Number(now) - 1).toFixed(1);
    const order = { ...buy, ordertype: "limit", price };
    const { txid } = (await ask("AddOrder", order)).result;
    expect(Object.keys((await ask("OpenOrders")).result.open)).toEqual(txid);
    const { balance, hold_trade } = (await ask("BalanceEx")).result.ZEUR;
    expect(Number(balance)).toBe(10_000);
    expect(Number(hold_trade)).toBeCloseTo(0.1 * Number(price) * 1.0026, 3);
    // Within the longest wave the price falls below that of the order.
    for (let hours = 0; hours < 41 * 24 && (await eurosLeft()) === 10_000; hours++) clock.now += 3_600_000;
    const filled = (await ask("ClosedOrders")).result.closed[txid[0]];
    expect(filled.status).toBe("closed");
    expect(Number(filled.price)).toBeLessThanOrEqual(Number(price));
    expect((await ask("OpenOrders")).result.open).toEqual({});
  });

  test("cancels an open order, and returns what it held", async () => {
    const { ask } = await open();
    const { txid } = (await ask("AddOrder", { ...buy, ordertype: "limit", price: "100" })).result;
    expect((await ask("CancelOrder", { txid: txid[0] })).result).toEqual({ count: 1 });
    expect(Number((await ask("BalanceEx")).result.ZEUR.hold_trade)).toBe(0);
    expect((await ask("CancelOrder", { txid: txid[0] })).error).toEqual(["EOrder:Unknown order"]);
  });

  test("refuses an order that is too large, too small or not understood, and changes nothing", async () => {
    const { ask, eurosLeft } = await open(100);
    const refused: [Record<string, string>, string][] = [
      [{}, "EOrder:Insufficient funds"],
      [{ type: "sell", volume: "0.001" }, "EOrder:Insufficient funds"],
      [{ volume: "0.000001" }, "EOrder:Order minimum not met"],
      [{ volume: "-1" }, "EGeneral:Invalid arguments:volume"],
      [{ ordertype: "limit" }, "EGeneral:Invalid arguments:price"],
      [{ ordertype: "iceberg" }, "EGeneral:Invalid arguments:ordertype"],
      [{ pair: "DOGEEUR" }, "EQuery:Unknown asset pair"],
    ];
    for (const [changes, error] of refused)
      expect(await ask("AddOrder", { ...buy, ...changes })).toEqual({ error: [error] });
    const checked = await ask("AddOrder", { ...buy, volume: "0.001", validate: "true" });
    expect(checked.result).toEqual({ descr: { order: "buy 0.00100000 XBTEUR @ market" } });
    expect(await eurosLeft()).toBe(100);
  });

  test("refuses a request with a wrong key, a wrong signature or a nonce that was used", async () => {
    const { ask } = await open();
    const refusal = async (changes: Partial<Signed>) => (await ask("Balance", {}, changes)).error;
    expect(await refusal({ key: "another" })).toEqual(["EAPI:Invalid key"]);
    expect(await refusal({ secret: "YW5vdGhlcg==" })).toEqual(["EAPI:Invalid signature"]);
    expect(await refusal({ nonce: "100" })).toEqual([]);
    expect(await refusal({ nonce: "100" })).toEqual(["EAPI:Invalid nonce"]);
    expect(await refusal({ key: "local-key-other", nonce: "100" })).toEqual([]);
    expect(await refusal({ key: "local-keys", nonce: "100" })).toEqual(["EAPI:Invalid key"]);
  });

  test("refuses what it does not have", async () => {
    const { look, ask } = await open();
    expect(await look("Trades?pair=XBTEUR")).toEqual({ error: ["EGeneral:Unknown method"] });
    expect(await look("constructor")).toEqual({ error: ["EGeneral:Unknown method"] });
    expect(await ask("Withdraw")).toEqual({ error: ["EGeneral:Unknown method"] });
    expect(await look("OHLC?pair=XBTEUR&interval=7")).toEqual({
      error: ["EGeneral:Invalid arguments:interval"],
    });
  });
});

describe("its command", () => {
  function run(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
    const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    undo.push(() => (child as ChildProcess).kill("SIGKILL"));
    return child;
  }

  test("prints its address, serves the account of the option, and ends on SIGTERM", async () => {
    const child = run("--port", "0");
    const [line] = await once(createInterface(child.stdout), "line");
    const { url, pairs } = JSON.parse(line);
    expect(pairs).toEqual(["XBT/EUR", "ETH/EUR"]);
    const { result } = await answerOf(await fetch(`${url}/0/public/SystemStatus`));
    expect(result.status).toBe("online");
    child.kill("SIGTERM");
    expect((await once(child, "close"))[0]).toBe(0);
  });

  test.each([["--port", "70000"], ["--euros", "many"], ["--unknown"]])(
    "refuses %s %s and prints its usage",
    async (...args) => {
      const child = run(...args);
      let said = "";
      child.stderr.on("data", (text) => {
        said += text;
      });
      expect((await once(child, "close"))[0]).toBe(1);
      expect(said).toContain(args[0]);
      expect(said).toContain("Usage: node src/main.ts");
    },
  );
});
