#!/usr/bin/env node
// Plain JavaScript, so that Node 18 can parse it. The published package loads the files built by tsup. In a clone it
// runs the TypeScript sources, with the Node of the clone if the current one is too old.
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

const smallNursery = "--max-semi-space-size=4";

const carriedNode = () =>
  ["node-", "node-bin-"]
    .map((name) =>
      join(clone, ".botyard/tools/node_modules", `${name}${process.platform}-${process.arch}`, "bin/node"),
    )
    .find((file) => existsSync(file));

/** Runs the same command with another Node and exits with its exit code. */
function runUnder(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...args], { stdio: "inherit" });
  // The terminal sends Ctrl-C to both processes; the child handles it.
  process.on("SIGINT", () => {});
  for (const name of ["SIGTERM", "SIGHUP"]) process.on(name, () => child.kill(name));
  child.on("error", (error) => {
    process.stderr.write(`error: Cannot start ${node}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
  });
}

process.stderr.on("error", () => {});
process.stdout.on("error", ({ code, message }) => {
  // A reader that closes the pipe early (`| head`) is not an error.
  if (code === "EPIPE") process.exit(0);
  process.stderr.write(
    `error: Cannot write to standard output: ${message}.\n  next: free space, or send the output elsewhere; the command itself may have been carried out\n`,
  );
  process.exit(1);
});

if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.write(`${version}\n`);
} else if (args[0] === "serve" && process.execve && !process.execArgv.includes(smallNursery)) {
  // A platform runs for months with little to do: it keeps its memory instead of 60 MB for values that die young.
  const self = [smallNursery, ...process.execArgv, process.argv[1], ...args];
  process.execve(process.execPath, [process.execPath, ...self], process.env);
} else if (newEnough) {
  module.enableCompileCache?.(clone && join(clone, ".botyard", "cache", "compiled"));
  if (Object.keys(process.env).some((name) => /^https?_proxy$/i.test(name))) {
    // Connections to this machine, such as those to the platform and to query processes, must not use a proxy.
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
        ? `error: platform needs Node 22.18 or newer; this is ${process.versions.node}.\n  next: npm start    (installs Node 24 in this clone)\n`
        : `error: platform needs Node 22.18 or newer; this is ${process.versions.node}. Install Node 24 and try again.\n`,
    );
    process.exitCode = 1;
  }
}
