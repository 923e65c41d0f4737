/** Runs a platform in a process of its own and prints its address, for tests that measure it: `<data folder>`. */
import { pino } from "pino";
import { storeOf } from "../../../repo/src/drive/test-database.ts";
import { startPlatform } from "../../src/index.ts";

const [dataDir = ""] = process.argv.slice(2);
const { url } = await startPlatform({
  dataDir,
  port: 0,
  env: { ...process.env, ...(await storeOf(dataDir)) },
  log: pino({}, pino.destination(2)),
});
console.log(url);
