import { mkdir, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, resolve } from "node:path";
import { invalid } from "../failure.ts";

/** The parts of package.json that name dependencies. */
export interface PackageJson {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  workspaces?: unknown;
  [field: string]: unknown;
}

export interface LockFile {
  packages?: Record<string, PackageJson & { link?: boolean; dev?: boolean; resolved?: string }>;
  [field: string]: unknown;
}

/**
 * Refuses dependencies that npm links instead of copying: `file:` folders and workspaces. The lock file does not have
 * the versions of what they need.
 *
 * @throws {Failure} exit code 6 with the folders and the command that has npm copy them
 */
export function refuseLinks({ workspaces }: PackageJson, { packages = {} }: LockFile): void {
  const links = Object.entries(packages).filter(([, { link, dev }]) => link && !dev);
  if (links.length === 0) return;
  throw invalid(
    "package-lock.json links to folders, which would not be in the package.",
    links.map(([path, { resolved }]) => `${path.replace(/^node_modules\//, "")}: ${resolved ?? path}`),
    ...(workspaces === undefined ? [] : ["name the folders as file: dependencies, instead of workspaces"]),
    "npm install --install-links    (copies them, as a registry would)",
  );
}

/**
 * Creates a folder for npm below `folder` from which the local paths of a project, such as `file:../lib`, lead to the
 * same folders and archives as from `dir`.
 */
export async function besideItsPackages(
  folder: string,
  dir: string,
  { dependencies = {} }: PackageJson,
  { packages = {} }: LockFile,
): Promise<string> {
  const named = [...Object.values(dependencies), ...Object.values(packages).map(({ resolved }) => resolved)];
  const all = [...new Set(named.flatMap((spec) => localPath(spec) ?? []))];
  const paths = all.filter((path) => !all.some((other) => path.startsWith(`${other}/`)));
  const ups = Math.max(0, ...paths.map((path) => path.split("/").filter((part) => part === "..").length));
  const project = join(folder, ...Array<string>(ups).fill("up"), "bot");
  await mkdir(project, { recursive: true });
  for (const path of paths) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await symlink(resolve(dir, path), join(project, path));
  }
  return project;
}

/** Returns the path of `file:../lib`; undefined for other kinds of dependency and for absolute paths. */
function localPath(spec: string | undefined): string | undefined {
  const [, path] = /^file:(?!\/\/)(.+)$/.exec(spec ?? "") ?? [];
  return path === undefined || isAbsolute(path) ? undefined : normalize(path).replace(/\/$/, "");
}
