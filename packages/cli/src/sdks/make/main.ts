import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSdks } from "./build.ts";

// Part of `pnpm build`: the published package includes the SDKs of its own version.
const cli = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
await rm(join(cli, "sdks"), { recursive: true, force: true });
await buildSdks(join(cli, "..", ".."), join(cli, "sdks"));
