import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keysFile } from "./bare-keys.ts";
import { type Amount, interleave, median, percentile, type Row } from "./numbers.ts";
import { ended, manifest, type Scene } from "./scene.ts";
import { end, start } from "./sdks/running.ts";

const python = `
from botyard import query

query.handler("/ping", lambda request: {"pong": True})
query.run()
`;

const node = `
import { query } from "@botyard/sdk";

query.handler("/ping", () => ({ pong: true, port: process.env.QUERY_PORT }));
await query.run();
`;

const post = (url: string, headers: Record<string, string>, body: string, agent: Agent) =>
  send("POST", url, headers, body, agent);

/** Sends a request with a keep-alive agent. Resolves with the time in milliseconds and the answer's text. */
export function send(
  method: "GET" | "POST",
  url: string,
  headers: Record<string, string>,
  body: string,
  agent: Agent,
): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const call = request(
      url,
      {
        method,
        agent,
        headers: { ...headers, "Content-Type": "application/json", "Content-Length": body.length },
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("end", () =>
          answer.statusCode === 200
            ? resolve([performance.now() - began, text])
            : reject(new Error(`${url} answered ${answer.statusCode}: ${text}`)),
        );
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

/** Measures what the platform adds to a scheduled bot's query, which starts a process. */
export async function coldQueries(scene: Scene, amount: Amount): Promise<Row[]> {
  const rounds = amount(30, 2);
  const rows: Row[] = [];
  for (const [runtime, query, text] of [
    ["python311", "query.py", python],
    ["nodejs24", "query.mjs", node],
  ] as const) {
    const name = `cold-${runtime}`;
    const main = runtime === "python311" ? "main.py" : "main.mjs";
    const files = { ...manifest(name, "scheduled", runtime, query), [main]: "", [query]: text };
    const code = await scene.deploy(name, files);
    const bot = await scene.platform.create({ name, type: `scheduled/${name}`, schedule: "0 0 1 1 *" });
    const agent = new Agent({ keepAlive: true });
    const url = `${scene.platform.url}/api/v1/query/${bot}`;
    const headers = { Authorization: `ApiKey ${scene.platform.key}` };
    // The first query unpacks the package.
    await post(url, headers, '{"query_path":"/ping","params":{}}', agent);
    const { a, b } = await interleave(
      rounds,
      async () => (await post(url, headers, '{"query_path":"/ping","params":{}}', agent))[0],
      async () => {
        const began = performance.now();
        await ended(await scene.bare(code, runtime, query, "/ping"));
        return performance.now() - began;
      },
    );
    agent.destroy();
    rows.push({
      name: `scheduled query cold ÷ bare one-shot, ${runtime}`,
      value: median(a) / median(b),
      unit: "×",
      target: { atMost: 1.3 },
      detail: `${median(a).toFixed(1)} ms ÷ ${median(b).toFixed(1)} ms, p50 of ${rounds}`,
    });
  }
  return rows;
}

/** Measures a realtime bot's query through the API against the same through a bare server, and directly to its port. */
export async function warmQuery(scene: Scene, amount: Amount): Promise<Row[]> {
  const warmUp = amount(1_000, 10);
  const rounds = amount(2_000, 20);
  const name = "warm";
  const files = manifest(name, "realtime", "nodejs24", "query.mjs");
  await scene.deploy(name, {
    ...files,
    // Its port is reached without the platform too.
    "bot-config.yaml": `${files["bot-config.yaml"]}network: host\n`,
    "main.mjs": "setInterval(() => {}, 1000);",
    "query.mjs": node,
  });
  const bot = await scene.platform.create({ name, type: `realtime/${name}` });
  await scene.platform.waitFor(bot, "running");
  const agent = new Agent({ keepAlive: true });
  const url = `${scene.platform.url}/api/v1/query/${bot}`;
  const headers = { Authorization: `ApiKey ${scene.platform.key}` };
  const body = '{"query_path":"/ping","params":{}}';
  const [, first] = await post(url, headers, body, agent);
  const { port } = JSON.parse(first) as { port: string };
  const folder = mkdtempSync(join(tmpdir(), "botyard-keys-"));
  const program = fileURLToPath(new URL("proxy.ts", import.meta.url));
  const proxy = await start([process.execPath, program, keysFile(folder, scene.platform.key), port]);
  const times = { api: [] as number[], proxy: [] as number[], straight: [] as number[] };
  try {
    // The first rounds warm all three sides and are not counted: a platform and a bot run for days.
    for (let round = -warmUp; round < rounds; round++) {
      const [api] = await post(url, headers, body, agent);
      const [bare] = await post(`http://127.0.0.1:${proxy.port}/query`, headers, body, agent);
      const [straight] = await post(`http://127.0.0.1:${port}/ping`, {}, "{}", agent);
      if (round < 0) continue;
      times.api.push(api);
      times.proxy.push(bare);
      times.straight.push(straight);
    }
  } finally {
    agent.destroy();
    await end(proxy.child);
    rmSync(folder, { recursive: true });
  }
  await scene.platform.call("DELETE", `/bots/${bot}`);
  const each = (of: number[]) => `${median(of).toFixed(2)} ms`;
  return [
    {
      name: "realtime query through the API ÷ through a bare Fastify",
      value: median(times.api) / median(times.proxy),
      unit: "×",
      target: { atMost: 1.5 },
      detail: `p50 ${each(times.api)} ÷ ${each(times.proxy)}; the bare one checks keys too`,
    },
    {
      name: "realtime query through the API ÷ straight to its port",
      value: median(times.api) / median(times.straight),
      unit: "×",
      detail: `p50 ${each(times.api)} ÷ ${each(times.straight)}, p99 ${percentile(times.api, 99).toFixed(2)} ms, of ${rounds}`,
    },
    {
      name: "the same through a bare Fastify ÷ straight",
      value: median(times.proxy) / median(times.straight),
      unit: "×",
      detail: `p50 ${each(times.proxy)} ÷ ${each(times.straight)}: the floor of two hops`,
    },
  ];
}
