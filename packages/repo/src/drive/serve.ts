/** Runs `platform serve` with these arguments, and with its records where tests have them. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../root.ts";
import { storeOf } from "./test-database.ts";

const { values } = parseArgs({ options: { "data-dir": { type: "string" } }, strict: false });
Object.assign(process.env, await storeOf(String(values["data-dir"])));
const command = join(root, "packages", "cli", "bin", "platform.mjs");
process.argv.splice(1, 1, command, "serve");
await import(command);
