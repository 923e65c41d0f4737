import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type Boundary, boundaries, guarded, mains, rooms } from "./boundaries.ts";
import { findCycle } from "./circles.ts";
import { codeOf, importsOf } from "./imports.ts";

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && /\.(ts|mts|mjs|js)$/.test(entry.name) && !entry.name.endsWith(".d.ts"),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|\/)(node_modules|dist|vendor|fixtures|templates|test|tests|data)\//.test(file));
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

const isInside = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

/** Returns why a file may not import another one of its package, if it may not. */
function objectionOfRooms(file: string, target: string): string | undefined {
  const entered = rooms.find(({ folder }) => isInside(target, folder));
  const own = rooms.find(({ folder }) => isInside(file, folder));
  if (!entered || entered === own) return undefined;
  if (target !== `${entered.folder}/index.ts`) return `import ${entered.folder}/index.ts instead`;
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
      if (!isInside(target, home) && !target.endsWith(".json"))
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

/** Returns every violation of the import rules below `root`, one sentence each. */
export function findBreaches(root: string, planted: { file: string; text: string }[] = []): string[] {
  const breaches: string[] = [];
  const graph = new Map<string, string[]>();
  for (const boundary of boundaries) {
    const files = filesUnder(join(root, boundary.folder)).map((file) => ({
      file: relative(root, file).split(sep).join("/"),
      text: readFileSync(file, "utf8"),
    }));
    for (const { file, text } of [...files, ...planted.filter((p) => isInside(p.file, boundary.folder))]) {
      breaches.push(...breachesOfFile(file, text, boundary));
      const values = text.replace(/(^|\n)\s*(import|export)\s+type\s[^;]*;/g, "\n");
      graph.set(
        file,
        importsOf(values)
          .filter((specifier) => specifier.startsWith("."))
          .map((specifier) =>
            relative(root, resolve(root, dirname(file), specifier))
              .split(sep)
              .join("/"),
          ),
      );
    }
  }
  const cycle = findCycle(graph);
  if (cycle) breaches.push(`import cycle: ${cycle.join(" -> ")}`);
  return breaches;
}
