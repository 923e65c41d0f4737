import { fastify } from "fastify";
import { checkKeys } from "./bare-keys.ts";

// The baseline of the bench `rest`: the least that a Fastify server with API keys does. Its only argument is the
// database of keys.
const app = fastify();
checkKeys(app, process.argv[2]!);
app.get("/hello", async () => ({ hello: "world" }));
await app.listen({ port: Number(process.env.QUERY_PORT), host: "127.0.0.1" });
