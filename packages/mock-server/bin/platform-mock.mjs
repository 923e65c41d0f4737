#!/usr/bin/env node
// The published package runs what tsup built; a clone runs the TypeScript sources.
import { existsSync } from "node:fs";
import module from "node:module";

const sources = new URL("../src/main.ts", import.meta.url);
const built = new URL("../dist/main.js", import.meta.url);
module.enableCompileCache?.();
const { main } = await import(existsSync(sources) ? sources : built);
await main(process.argv.slice(2));
