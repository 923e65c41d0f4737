/** Runs a platform in a process of its own that uploads a file to itself, for tests that kill it meanwhile. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { storeOf } from "../../../repo/src/drive/test-database.ts";
import { startPlatform } from "../../src/index.ts";

const [dataDir = "", file = ""] = process.argv.slice(2);
const { apiUrl } = await startPlatform({
  dataDir,
  port: 0,
  env: await storeOf(dataDir),
  log: pino({ level: "silent" }),
});
const key = (await readFile(join(dataDir, "admin.key"), "utf8")).trim();
await fetch(`${apiUrl}/custom-bots`, {
  method: "POST",
  headers: { authorization: `ApiKey ${key}`, "content-type": "application/gzip" },
  body: new Uint8Array(await readFile(file)),
});
console.log("uploaded");
