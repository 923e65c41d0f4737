import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { packedArchives } from "../../src/build/archives.ts";
import { type PublishedPackage, publishedPackages } from "../../src/build/packages.ts";
import { root } from "../../src/root.ts";
import { pythonTools } from "../../src/run/python-tools.ts";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A folder outside the clone with the published archives, installed as a user would. */
export interface Consumer {
  dir: string;
  /** Environment of its commands: those of the packages are first on PATH. */
  env: NodeJS.ProcessEnv;
  packages: PublishedPackage[];
  /** Folder of the packed archives of npm and Python. */
  archives: string;
  /** `bin` of a virtual environment with only the wheel. */
  python: string;
  /** `bin` of the tools that build and check Python. */
  pythonTools: string;
  run(command: string, args: readonly string[], options?: SpawnOptions & { input?: string }): Promise<Ended>;
  /** Runs the installed `platform` command with the Node of this test. */
  platform(args: readonly string[], options?: SpawnOptions & { input?: string }): Promise<Ended>;
  /** Starts the installed `platform` command without waiting for its exit. */
  start(args: readonly string[], more: NodeJS.ProcessEnv): ChildProcess;
  close(): void;
}

/** Installs everything that is published for the tests of a file. Returns the folder, which is there while they run. */
export function useConsumer(): () => Consumer {
  let consumer: Consumer;
  beforeAll(async () => {
    consumer = await becomeConsumer();
  }, 300_000);
  afterAll(() => consumer?.close());
  return () => consumer;
}

/** Builds, packs and installs everything that is published. */
async function becomeConsumer(): Promise<Consumer> {
  const dir = mkdtempSync(join(tmpdir(), "botyard-published-"));
  try {
    return await installInto(dir);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

async function installInto(dir: string): Promise<Consumer> {
  // Bots that run as other users must access their code in it.
  chmodSync(dir, 0o755);
  const home = join(dir, "home");
  mkdirSync(home);
  // Keeps the user's registry, cache and proxy settings, but not the settings of the commands.
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(PLATFORM_|BOT_|QUERY_|VITEST|NODE_ENV|NODE_OPTIONS)/.test(name),
      ),
    ),
    HOME: home,
    PLATFORM_CONFIG_HOME: join(dir, "profile"),
    NO_COLOR: "1",
    PATH: [join(dir, "node_modules", ".bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), ".npmrc"),
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
  };
  const run: Consumer["run"] = (command, args, options = {}) =>
    finish(command, args, { cwd: dir, env, ...options });
  const command = join(dir, "node_modules", "@botyard", "cli", "bin", "platform.mjs");

  const packages = publishedPackages();
  const tools = await pythonTools();
  const archives = await packedArchives();
  const tarballs = packages.map(({ name, version }) => join(archives, `${fileName(name)}-${version}.tgz`));
  const versionOf = (name: string, folder = ".") =>
    `${name}@${JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).devDependencies[name]}`;
  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await succeed(
    run("npm", [
      ...["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
      ...tarballs,
      versionOf("@types/node"),
      versionOf("msw", "packages/mock-server"),
    ]),
  );
  const venv = join(dir, "venv");
  const wheel = readdirSync(archives).find((name) => name.endsWith(".whl"))!;
  await succeed(run(join(tools, "python"), ["-m", "venv", "--without-pip", venv]));
  await succeed(
    run(join(tools, "python"), [
      ...["-m", "pip", "--python", join(venv, "bin", "python"), "install", "--quiet", "--no-index"],
      ...["--disable-pip-version-check", join(archives, wheel)],
    ]),
  );
  return {
    ...{ dir, env, packages, archives, run, pythonTools: tools, python: join(venv, "bin") },
    platform: (args, options) => run(process.execPath, [command, ...args], options),
    start: (args, more) =>
      spawn(process.execPath, [command, ...args], { cwd: dir, env: { ...env, ...more } }),
    close: () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Returns npm's file name for a package: `@botyard/core` becomes `botyard-core`. */
export const fileName = (name: string): string => name.replace("@", "").replace("/", "-");

/** Returns the machine's Node if it is not the one that runs this test. */
export function nodeOfTheMachine(): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "node"))
    .find((file) => !file.startsWith(root) && file !== process.execPath && existsSync(file));
}

async function finish(
  command: string,
  args: readonly string[],
  { input, ...options }: SpawnOptions & { input?: string },
): Promise<Ended> {
  const child = spawn(command, args, { ...options, stdio: "pipe" });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]!.setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  child.stdin!.on("error", () => {});
  child.stdin!.end(input ?? "");
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...said };
}

async function succeed(running: Promise<Ended>): Promise<void> {
  const { code, stdout, stderr } = await running;
  if (code !== 0) throw new Error(`It exited with code ${code}:\n${stdout}${stderr}`);
}
