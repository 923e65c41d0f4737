import { Agent } from "node:http";
import { type Amount, interleave, median, type Row } from "./numbers.ts";
import { send } from "./queries.ts";
import { manifest, type Scene } from "./scene.ts";

/** Measures a tool call of an assistant against the same operation by REST, and the size of the list of tools. */
export async function tools(scene: Scene, amount: Amount): Promise<Row[]> {
  const rounds = amount(1_000, 5);
  const name = "tools";
  await scene.deploy(name, {
    ...manifest(name, "realtime", "nodejs24"),
    "main.mjs": "setInterval(() => {}, 1000);",
  });
  const bots = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      scene.platform.create({ name: `${name}-${n}`, type: `realtime/${name}` }),
    ),
  );
  await Promise.all(bots.map((bot) => scene.platform.waitFor(bot, "running")));
  const agent = new Agent({ keepAlive: true });
  const headers = { "x-api-key": scene.platform.key };
  const rpc = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return send("POST", `${scene.platform.url}/mcp`, headers, body, agent);
  };
  const { a, b } = await interleave(
    rounds,
    async () => (await rpc("tools/call", { name: "bot_list", arguments: {} }))[0],
    async () => (await send("GET", `${scene.platform.url}/api/v1/bots?limit=100`, headers, "", agent))[0],
  );
  const [, list] = await rpc("tools/list", {});
  agent.destroy();
  await Promise.all(bots.map((bot) => scene.platform.call("DELETE", `/bots/${bot}`)));
  return [
    {
      name: "tools/call bot_list ÷ GET /bots, 10 bots",
      value: median(a) / median(b),
      unit: "×",
      target: { atMost: 2 },
      detail: `p50 ${median(a).toFixed(2)} ms ÷ ${median(b).toFixed(2)} ms, of ${rounds}`,
    },
    {
      name: "size of tools/list",
      value: Buffer.byteLength(list) / 1000,
      unit: "kB",
      target: { atMost: 12 },
      detail: `${Buffer.byteLength(list)} bytes of JSON, about ${Math.round(Buffer.byteLength(list) / 4)} tokens`,
    },
  ];
}
