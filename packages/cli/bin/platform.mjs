#!/usr/bin/env node
// Plain JavaScript that Node 18 can read. Published, it loads what tsup built; in a clone it runs the TypeScript
// sources as they are, under the clone's own Node when the one that was found is too old for that.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import http from "node:http";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = join(home, "src", "main.ts");
const inClone = existsSync(sources);
const clone = inClone ? dirname(dirname(home)) : undefined;
const args = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const [major, minor] = process.versions.node.split(".").map(Number);
const newEnough = major > 22 || (major === 22 && minor >= 18);

const carriedNode = () =>
  ["node-", "node-bin-"]
    .map((name) =>
      join(clone, ".botyard/tools/node_modules", `${name}${process.platform}-${process.arch}`, "bin/node"),
    )
    .find((file) => existsSync(file));

/** The same command under another Node; our ending is its ending. */
function runUnder(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...args], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both of us; the child decides what it means.
  process.on("SIGINT", () => {});
  for (const name of ["SIGTERM", "SIGHUP"]) process.on(name, () => child.kill(name));
  child.on("error", (error) => {
    process.stderr.write(`error: ${node} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
  });
}

if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.write(`${version}\n`);
} else if (newEnough) {
  module.enableCompileCache?.(clone && join(clone, ".botyard", "cache", "compiled"));
  if (Object.keys(process.env).some((name) => /^https?_proxy$/i.test(name))) {
    // What is on this machine is never behind a proxy: the platform asks bots there, and is asked there itself.
    const direct = ["127.0.0.1", "localhost", "::1", process.env.NO_PROXY, process.env.no_proxy]
      .filter(Boolean)
      .join(",");
    http.setGlobalProxyFromEnv?.({ ...process.env, NO_PROXY: direct, no_proxy: direct });
  }
  const { main } = await import(inClone ? sources : new URL("../dist/main.js", import.meta.url));
  await main(args, { version, home, clone });
} else {
  const node = inClone ? carriedNode() : undefined;
  if (node) runUnder(node);
  else {
    process.stderr.write(
      inClone
        ? `error: platform needs Node 22.18 or newer and this is ${process.versions.node}.\n  next: npm start    (brings Node 24 into this clone)\n`
        : `error: platform needs Node 22.18 or newer and this is ${process.versions.node}. Install Node 24 and run it again.\n`,
    );
    process.exitCode = 1;
  }
}
