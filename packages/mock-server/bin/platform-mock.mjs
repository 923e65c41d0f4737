#!/usr/bin/env node
// The published package runs what tsup built; a clone runs the TypeScript sources.
import { existsSync } from "node:fs";
import module from "node:module";

process.stdout.on("error", ({ code, message }) => {
  // Nobody reads its address: it ends, as if the reader had stopped it.
  if (code === "EPIPE") process.exit(0);
  process.stderr.write(
    `error: Cannot write to standard output: ${message}. Free space, or send the output elsewhere.\n`,
  );
  process.exit(1);
});

const sources = new URL("../src/main.ts", import.meta.url);
const built = new URL("../dist/main.js", import.meta.url);
const { node } = process.versions;
const [major, minor] = node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  module.enableCompileCache?.();
  const { main } = await import(existsSync(sources) ? sources : built);
  await main(process.argv.slice(2));
} else {
  process.stderr.write(
    `error: platform-mock needs Node 22.18 or newer; this is ${node}. Install Node 24 and try again.\n`,
  );
  process.exitCode = 1;
}
