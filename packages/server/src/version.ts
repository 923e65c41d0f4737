import { readFileSync } from "node:fs";

/** This package's version: what `/healthz`, the OpenAPI document and `auth status` call the server's version. */
export const version: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;
