import { fastify } from "fastify";
import { Pool } from "undici";
import { checkKeys } from "./bare-keys.ts";

// The baseline of the bench `warm`: the least that a Fastify server with API keys does to pass a query on. Its arguments are the
// database of keys and the port of the bot's query server.
const [, , file = "", port] = process.argv;
const app = fastify();
checkKeys(app, file);
const pool = new Pool(`http://127.0.0.1:${port}`);
app.post<{ Body: { query_path: string; params: unknown } }>("/query", async ({ body }, reply) => {
  const answer = await pool.request({
    path: body.query_path,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body.params),
  });
  return reply
    .code(answer.statusCode)
    .type("application/json")
    .send(Buffer.from(await answer.body.arrayBuffer()));
});
await app.listen({ port: Number(process.env.QUERY_PORT), host: "127.0.0.1" });
