import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keysFile } from "./bare-keys.ts";
import { type Amount, interleave, median, type Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";
import { Connection } from "./sdks/connection.ts";
import { end, start } from "./sdks/running.ts";

const connections = 16;

const open = (port: number, path: string, key: string, ending: string): Promise<Connection[]> => {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ApiKey ${key}\r\n\r\n`;
  const exchange = { request: Buffer.from(request), ending };
  return Promise.all(Array.from({ length: connections }, () => Connection.open(port, exchange)));
};

/** Sends so many requests on each connection, on all at once. Returns answers per second. */
async function rate(opened: Connection[], requests: number): Promise<number> {
  const began = performance.now();
  await Promise.all(
    opened.map(async (connection) => {
      for (let n = 0; n < requests; n++) await connection.ask();
    }),
  );
  return (connections * requests) / ((performance.now() - began) / 1000);
}

/** Measures the platform's smallest read by REST against a bare Fastify server that checks API keys too. */
export async function rest(scene: Scene, amount: Amount): Promise<Row[]> {
  const requests = amount(100, 10);
  const rounds = amount(40, 2);
  const name = "rest";
  const { key, port } = scene.platform;
  await scene.deploy(name, {
    ...manifest(name, "realtime", "nodejs24"),
    "main.mjs": "setInterval(() => {}, 1000);",
  });
  const bot = await scene.platform.create({ name, type: `realtime/${name}`, config: { symbol: "AAPL" } });
  await scene.platform.waitFor(bot, "running");
  const folder = mkdtempSync(join(tmpdir(), "botyard-keys-"));
  const program = fileURLToPath(new URL("hello.ts", import.meta.url));
  const hello = await start([process.execPath, program, keysFile(folder, key)]);
  try {
    const ofPlatform = await open(port, `/api/v1/bots/${bot}`, key, "}");
    const ofHello = await open(hello.port, "/hello", key, '{"hello":"world"}');
    const { a, b } = await interleave(
      rounds,
      () => rate(ofPlatform, requests),
      () => rate(ofHello, requests),
    );
    for (const connection of [...ofPlatform, ...ofHello]) connection.close();
    const each = (rates: number[]) => Math.round(median(rates)).toLocaleString("en");
    return [
      {
        name: "GET /bots/{id} per second ÷ bare Fastify with keys",
        value: median(a) / median(b),
        unit: "×",
        // No target: on slower machines the platform loses more than the bare server does.
        detail: `${each(a)} ÷ ${each(b)} requests/s, ${connections} connections, p50 of ${rounds}`,
      },
    ];
  } finally {
    await end(hello.child);
    rmSync(folder, { recursive: true });
    await scene.platform.call("DELETE", `/bots/${bot}`);
  }
}
