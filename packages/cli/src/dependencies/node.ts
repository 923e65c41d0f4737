import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectFiles, resolveVersion, type Target } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { failed, invalid } from "../failure.ts";
import { carriedSdk } from "../sdks/carried.ts";
import { languages } from "../sdks/languages.ts";
import { besideItsPackages, type LockFile, type PackageJson, refuseLinks } from "./local-packages.ts";
import { runTool } from "./run-tool.ts";
import { archiveInProject, type SdkArchive } from "./sdk-archive.ts";
import { unpackTarball } from "./tarball.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

const sdkName = "@botyard/sdk";

/**
 * Collects the production dependencies of `package.json` for `node_modules/`, in the versions of the lock file. The SDK
 * is unpacked from the tarball that `package.json` names, or from the included one. npm is not needed if the SDK is the
 * only dependency.
 */
export async function vendorNode(
  context: Context,
  dir: string,
  target: Target | undefined,
): Promise<Vendored> {
  const project = await readJson<PackageJson>(join(dir, "package.json"));
  const wanted = Object.keys({ ...project?.dependencies, ...project?.optionalDependencies });
  if (project === undefined || wanted.length === 0) return nothingVendored;
  const sdk = await sdkFor(context, dir, project.dependencies?.[sdkName]);
  const others = wanted.filter((name) => name !== sdkName || sdk === undefined);
  const own = sdk ? await unpackTarball(sdk.path, `node_modules/${sdkName}`) : [];
  const note = sdk && `vendored ${sdkName} ${sdk.version} into node_modules/, from ${sdk.from}`;
  if (others.length === 0) return { entries: own, notes: note ? [note] : [], dispose: async () => {} };
  const installed = await byNpm(context, dir, project, { sdk, target });
  return {
    entries: [...installed.entries, ...own],
    notes: [
      `vendored ${others.join(", ")} and their dependencies into node_modules/ with npm`,
      ...(note ? [note] : []),
    ],
    isInstalled: true,
    dispose: installed.dispose,
  };
}

/** Returns the SDK of the project, or the included one if its version fits; otherwise npm installs the SDK. */
async function sdkFor(
  context: Context,
  dir: string,
  spec: string | undefined,
): Promise<SdkArchive | undefined> {
  if (spec === undefined) return undefined;
  const path = localTarball(spec);
  if (path !== undefined)
    return archiveInProject(context, dir, languages.node, { file: "package.json", path });
  const node = await carriedSdk(context, languages.node);
  const any = spec === "*" || spec === "" || spec === "latest" || spec.startsWith("workspace:");
  if (!any && resolveVersion(spec, [node.version]) === undefined) return undefined;
  return { ...node, from: "the tarball included in this command" };
}

/**
 * Returns the path of a dependency such as `file:sdk/botyard-sdk-1.0.0.tgz`; undefined for other kinds of dependency.
 */
function localTarball(spec: string): string | undefined {
  return /^file:(?!\/\/)(.+\.tgz)$/.exec(spec)?.[1];
}

async function byNpm(
  context: Context,
  dir: string,
  project: PackageJson,
  { sdk, target }: { sdk: SdkArchive | undefined; target: Target | undefined },
): Promise<Pick<Vendored, "entries" | "dispose">> {
  const lock = await readJson<LockFile>(join(dir, "package-lock.json"));
  if (lock === undefined) {
    throw invalid(
      "package.json has dependencies, but there is no package-lock.json with their versions.",
      [],
      ...(localTarball(project.dependencies?.[sdkName] ?? "") === undefined && sdk
        ? ["platform custom-bot upgrade    (npm needs the SDK in this folder)"]
        : []),
      "npm install --package-lock-only",
    );
  }
  const folder = await mkdtemp(join(tmpdir(), "botyard-vendor-"));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    context.note("Installing package-lock.json into node_modules/ with npm ...");
    if (sdk) leaveOutSdk(project, lock);
    refuseLinks(project, lock);
    const cwd = await besideItsPackages(folder, dir, project, lock);
    await writeFile(join(cwd, "package.json"), JSON.stringify(project));
    await writeFile(join(cwd, "package-lock.json"), JSON.stringify(lock));
    await cp(join(dir, ".npmrc"), join(cwd, ".npmrc")).catch(() => {});
    await runTool(context, {
      argv: [
        ...["npm", "ci", "--omit=dev", "--ignore-scripts", "--no-bin-links", "--install-links", "--no-audit"],
        ...["--no-fund", "--prefer-offline", "--loglevel=error", ...platformOptions(target)],
      ],
      cwd,
      failed: "npm could not install package-lock.json; nothing was uploaded.",
      next: ["npm ci    (in the bot's folder, shows the same error)", "npm config get registry"],
    });
    const modules = join(cwd, "node_modules");
    const { entries, problems } = await collectFiles(modules, { vendoredAs: "node_modules" });
    if (problems.length > 0) throw failed(problems.map(({ message }) => message).join(" "));
    return { entries, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Options that let npm choose the packages with compiled files for the target. */
function platformOptions(target: Target | undefined): string[] {
  if (target === undefined) return [];
  return [`--os=${target.os}`, `--cpu=${target.architecture}`, `--libc=${target.libc}`];
}

/** Removes the SDK from what npm installs. It is unpacked separately and need not be in a registry. */
function leaveOutSdk(project: PackageJson, lock: LockFile): void {
  const root = lock.packages?.[""];
  for (const dependencies of [project.dependencies, root?.dependencies]) delete dependencies?.[sdkName];
  delete lock.packages?.[`node_modules/${sdkName}`];
}

async function readJson<T>(file: string): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    // npm and Node.js skip a byte order mark, too.
    return JSON.parse(text.replace(/^\ufeff/, "")) as T;
  } catch (error) {
    throw invalid(`${file} is not JSON: ${(error as Error).message}`);
  }
}
