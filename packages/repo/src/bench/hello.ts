import { createHash } from "node:crypto";
import Sqlite from "better-sqlite3";
import { fastify } from "fastify";

// The baseline of the bench `rest`: the least that a Fastify server with API keys does. Its only argument is the
// database of keys.
const database = new Sqlite(process.argv[2]!, { readonly: true });
const find = database.prepare("select owner_id from api_keys where hash = ? and revoked_at is null");

const app = fastify();
app.addHook("onRequest", async ({ headers }, reply) => {
  const [, key = ""] = /^ApiKey (\S+)$/.exec(headers.authorization ?? "") ?? [];
  if (find.get(createHash("sha256").update(key).digest("hex")) === undefined)
    await reply.code(401).send({ code: "api_key_invalid" });
});
app.get("/hello", async () => ({ hello: "world" }));
await app.listen({ port: Number(process.env.QUERY_PORT), host: "127.0.0.1" });
