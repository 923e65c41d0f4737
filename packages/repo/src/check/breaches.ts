import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { type Boundary, boundaries, guarded, mains, type Room, recursions, rooms } from "./boundaries.ts";
import { findCircles, type Imports, wayAround } from "./circles.ts";
import { codeOf, importsOf } from "./imports.ts";

const isSource = (path: string): boolean =>
  /\.(tsx?|mts|mjs|js)$/.test(path) &&
  !path.endsWith(".d.ts") &&
  !/(^|\/)(node_modules|dist|vendor|fixtures|templates|test|tests|data)\//.test(path);

function filesUnder(root: string, folder: string): { file: string; text: string }[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter(isSource)
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

const isInside = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

/** The room of a file, and its folder: of `features/*`, the one that the file is in. */
function roomOf(file: string): (Room & { at: string }) | undefined {
  for (const room of rooms) {
    const [at] = new RegExp(`^${room.folder.replace("*", "[^/]+")}(?=/)`).exec(file) ?? [];
    if (at !== undefined) return { ...room, at };
  }
  return undefined;
}

/** Returns why a file may not import another one of its package, if it may not. */
function objectionOfRooms(file: string, target: string): string | undefined {
  const entered = roomOf(target);
  const own = roomOf(file);
  if (!entered || entered.at === own?.at) return undefined;
  if (entered.hasIndex && target !== `${entered.at}/index.ts`) return `import ${entered.at}/index.ts instead`;
  if (own && !own.uses.includes(entered.folder))
    return `${own.folder} may use ${own.uses.join(", ") || "no other room"}`;
  return undefined;
}

function breachesOfFile(file: string, text: string, boundary: Boundary): string[] {
  const found: string[] = [];
  for (const specifier of importsOf(text)) {
    const breach = (why: string) => found.push(`${file} imports ${specifier}: ${why}`);
    if (specifier.startsWith(".")) {
      const target = join(dirname(file), specifier);
      const home = boundary.folder === "examples" ? file.split("/").slice(0, 2).join("/") : boundary.folder;
      const isHere = isInside(target, home) || boundary.outside?.includes(target);
      if (!isHere && !target.endsWith(".json"))
        breach(`the file is outside of ${home}; import its package by name`);
      const objection = objectionOfRooms(file, target);
      if (objection) breach(objection);
    } else if (specifier.startsWith("node:")) {
      if (!boundary.node) breach(`${boundary.folder} may not import Node modules`);
    } else if (specifier.startsWith("@botyard/")) {
      if (!boundary.ours.includes(packageOf(specifier)))
        breach(
          `${boundary.folder} may import ${boundary.ours.join(", ") || "no package of this repository"}`,
        );
    } else if (boundary.others && !boundary.others.includes(packageOf(specifier))) {
      breach(`${boundary.folder} may import ${boundary.others.join(", ") || "no third-party package"}`);
    }
    for (const guard of guarded)
      if (
        guard.module.test(specifier) &&
        isInside(file, guard.within) &&
        !guard.only.some((o) => isInside(file, o))
      )
        breach(guard.why);
  }
  if (/\bprocess\.(exit|reallyExit)\s*\(/.test(codeOf(text)) && !mains.some((main) => main.test(file)))
    found.push(`${file} calls process.exit, which only main files may; return or throw instead`);
  return found;
}

/** Returns what is wrong about the files that import each other, types included. */
function breachesOfCircles(imports: Imports): string[] {
  const circles = findCircles(imports);
  const isOf = (circle: string[]) => (recursion: { files: string[] }) =>
    circle.every((file) => recursion.files.includes(file));
  const ended = recursions.filter((recursion) => !circles.some((circle) => isOf(circle)(recursion)));
  return [
    ...circles
      .filter((circle) => !recursions.some(isOf(circle)))
      .map((circle) => `import circle: ${wayAround(imports, circle).join(" -> ")}`),
    ...ended.map(({ files }) => `no import circle any more, so no exception is needed: ${files.join(", ")}`),
  ];
}

/** Returns every violation of the import rules below `root`, one sentence each. */
export function findBreaches(root: string, planted: { file: string; text: string }[] = []): string[] {
  const breaches: string[] = [];
  const imports = new Map<string, string[]>();
  for (const boundary of boundaries) {
    const added = planted.filter(({ file }) => isInside(file, boundary.folder) && isSource(file));
    for (const { file, text } of [...filesUnder(root, boundary.folder), ...added]) {
      breaches.push(...breachesOfFile(file, text, boundary));
      const own = importsOf(text).filter((specifier) => specifier.startsWith("."));
      imports.set(
        file,
        own.map((specifier) => posix.join(posix.dirname(file), specifier)),
      );
    }
  }
  return [...breaches, ...breachesOfCircles(imports)];
}
