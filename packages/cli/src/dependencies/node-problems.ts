import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nativeModule, noLock, type Problem } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { runTool } from "./run-tool.ts";

interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
}

type Lock = { packages?: Record<string, Locked> };

/** Packages whose install script compiles or downloads a module depend on one of these. */
const builders = [
  ...["bindings", "nan", "node-addon-api", "node-gyp", "node-pre-gyp", "@mapbox/node-pre-gyp"],
  ...["prebuild-install", "cmake-js", "install-artifact-from-github"],
];
/** With these, the package contains compiled files. */
const loaders = ["node-gyp-build", "node-gyp-build-optional-packages", "prebuildify", "pkg-prebuilds"];

const sdkName = "@botyard/sdk";

/** Finds native modules in the lock file that need an install script. */
export async function lockedModules(dir: string): Promise<Problem[]> {
  const lock = await readOptional(join(dir, "package-lock.json"));
  return lock === undefined ? [] : modulesIn(lock, "package-lock.json");
}

/** If there is no lock file, reports it, and what the one that npm would write contains. Asks npm. */
export async function unlockedModules(context: Context, dir: string): Promise<Problem[]> {
  const dependencies = dependenciesIn((await readOptional(join(dir, "package.json"))) ?? "{}");
  const names = Object.keys(dependencies).filter((name) => name !== sdkName);
  if (names.length === 0 || (await readOptional(join(dir, "package-lock.json"))) !== undefined) return [];
  const { [sdkName]: sdk } = dependencies;
  const needsSdk = sdk !== undefined && !sdk.startsWith("file:");
  const missing = noLock(names);
  if (needsSdk)
    missing.next =
      "Write it: platform custom-bot upgrade (npm needs the SDK in this folder), then npm install --package-lock-only";
  return [missing, ...modulesIn(await lockOf(context, dir, dependencies), "package.json")];
}

function modulesIn(lock: string, file: string): Problem[] {
  return Object.entries(parsed(lock).packages ?? {})
    .filter(([path, one]) => path.includes("node_modules/") && isBuiltOnInstall(one))
    .map(([path, { version = "" }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return nativeModule(name, file, `The version is ${version}.`);
    });
}

const readOptional = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch(() => undefined);

function isBuiltOnInstall({ dev, optional, hasInstallScript, dependencies = {} }: Locked): boolean {
  if (dev || optional || !hasInstallScript) return false;
  const uses = (names: readonly string[]) => names.some((name) => Object.hasOwn(dependencies, name));
  return uses(builders) && !uses(loaders);
}

/** Returns the lock file that npm would write; empty if it cannot, for instance without a network. */
async function lockOf(context: Context, dir: string, dependencies: Record<string, string>): Promise<string> {
  const others = Object.entries(dependencies).filter(
    ([name, spec]) => name !== sdkName && !/^(file|link|workspace):/.test(spec),
  );
  const place = await mkdtemp(join(tmpdir(), "botyard-lock-"));
  try {
    const project = { name: "bot", version: "1.0.0", dependencies: Object.fromEntries(others) };
    await writeFile(join(place, "package.json"), JSON.stringify(project));
    const registry = await readOptional(join(dir, ".npmrc"));
    if (registry !== undefined) await writeFile(join(place, ".npmrc"), registry);
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=0"];
    await runTool(context, {
      argv: ["npm", "install", "--package-lock-only", "--prefer-offline", ...quiet],
      cwd: place,
      timeoutMs: 30_000,
    });
    return await readFile(join(place, "package-lock.json"), "utf8");
  } catch {
    return "{}";
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function dependenciesIn(text: string): Record<string, string> {
  const { dependencies } = parsed(text) as { dependencies?: Record<string, string> };
  return Object(dependencies);
}

function parsed(text: string): Lock {
  try {
    return Object(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return {};
  }
}
