import { readdir } from "node:fs/promises";
import { type Requirement, readBuildFile } from "./requirement.ts";

const cabalProject = "cabal.project";
/** A field with its lines, which are indented deeper than its name. */
const packages = /^packages[ \t]*:(?:.*)(?:\n[ \t]+\S.*|\n[ \t]*--.*)*/m;
const buildDepends = /^([ \t]*)build-depends[ \t]*:.*(?:\n\1[ \t]+\S.*|\n[ \t]*(?:--.*)?(?=\n))*/gim;
/** The SDK in `build-depends`, and the versions that are allowed. */
const dependency =
  /(?<=[\s,:])(?<!^[ \t]*--.*)botyard(?![\w:-])(?:\s*(?:\^>=|[<>=]=?|\|\||&&|[()]|[\d.*]+|\{[^}]*\}|-any\b))*/gm;
/** The folder of the SDK among the packages of a project. */
const folder = /(?<=[\s:])(?<!^[ \t]*--.*)(?:\S*\/)?botyard(?:[\d.-]*\/?|\/\S*)(?=\s|$)/m;

/** A project in Haskell: a dependency of its package, whose sources `cabal.project` has among its packages. */
export const haskellRequirement: Requirement = {
  names: [cabalProject, "*.cabal"],
  async find(project) {
    const found = new Map<string, string>();
    const text = await readBuildFile(project, cabalProject);
    if (folder.test(packages.exec(text)?.[0] ?? "")) found.set(cabalProject, text);
    for (const file of (await readdir(project)).filter((name) => name.endsWith(".cabal")).toSorted()) {
      const cabal = await readBuildFile(project, file);
      if (cabal.match(buildDepends)?.some((field) => field.search(dependency) >= 0)) found.set(file, cabal);
    }
    return found;
  },
  async withPath(found, path, project) {
    const changed = new Map(
      [...found].map(([file, text]) => [
        file,
        text.replace(buildDepends, (field) => field.replace(dependency, "botyard")),
      ]),
    );
    const text = await readBuildFile(project, cabalProject);
    return changed.set(cabalProject, withPackage(text, path));
  },
};

function withPackage(text: string, path: string): string {
  // Without a project, cabal builds the package in the folder.
  if (!packages.test(text)) return `packages: . ${path}\n${text}`;
  return text.replace(packages, (field) =>
    folder.test(field)
      ? field.replace(folder, path)
      : field.replace(/^packages[ \t]*:/, (name) => `${name} ${path}`),
  );
}
