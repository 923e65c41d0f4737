import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type BuildFiles, type Requirement, readBuildFile } from "./requirement.ts";
import { appended, type Element, edited, elementsOf } from "./xml.ts";

const props = "Directory.Build.props";
const include = /(\sInclude\s*=\s*)(?:"([^"]*)"|'([^']*)')/;

/** A project in C#: a reference to the package, or to the SDK's project, in any project of the folder or in all of them. */
export const csharpRequirement: Requirement = {
  names: [props, "*.csproj"],
  async find(project) {
    const found = new Map<string, string>();
    for (const file of [props, ...(await projectFiles(project))]) {
      const text = await readBuildFile(project, file);
      if (references(text).length > 0) found.set(file, text);
    }
    return found;
  },
  async withPath(found, path, project) {
    const changed = new Map(
      [...found].map(([file, text]) => [file, withReference(text, pathFrom(file, path))]),
    );
    return new Map([...changed, ...(await withoutSources(project, changed))]);
  },
};

/** The project files of a folder and of those in it, without the SDK's and without those that a build has written. */
async function projectFiles(project: string): Promise<string[]> {
  const entries = await readdir(project, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory() && !/^(?:\..*|sdk|bin|obj|build|node_modules)$/.test(entry.name))
    .map(({ name }) => name);
  const files = await Promise.all(
    ["", ...folders].map(async (folder) =>
      (await readdir(join(project, folder))).map((name) => join(folder, name)),
    ),
  );
  return files
    .flat()
    .filter((file) => file.endsWith(".csproj"))
    .toSorted();
}

function references(text: string): Element[] {
  return elementsOf(text).filter(({ path, attributes }) => {
    const [, , double, single] = include.exec(attributes) ?? [];
    const included = double ?? single ?? "";
    if (path.endsWith("/PackageReference")) return /^botyard$/i.test(included);
    return path.endsWith("/ProjectReference") && /(?:^|[\\/])Botyard\.csproj$/.test(included);
  });
}

/** A path in `Directory.Build.props` would be relative to each project that imports it. */
const pathFrom = (file: string, path: string): string =>
  `${file === props ? "$(MSBuildThisFileDirectory)" : "../".repeat(file.split("/").length - 1)}${path}/src/Botyard/Botyard.csproj`;

function withReference(text: string, path: string): string {
  const edits = references(text).map(({ start, end, attributes }) => {
    const kept = attributes
      .replace(/\s(?:Version|VersionOverride)\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
      .replace(include, (_, before: string) => `${before}"${path}"`)
      .trimEnd();
    return { start, end, by: `<ProjectReference${kept} />` };
  });
  return edited(text, edits);
}

/** Keeps a project in the folder itself from compiling the sources of the SDK below it, as it does by default. */
async function withoutSources(project: string, changed: BuildFiles): Promise<BuildFiles> {
  const textOf = async (file: string) => changed.get(file) ?? (await readBuildFile(project, file));
  const excludes = /(?:Remove|Exclude\w*)\b[^\n]*\bsdk[\\/]|<EnableDefault(?:Compile)?Items>\s*false/;
  const files = new Map<string, string>();
  if (excludes.test(await textOf(props))) return files;
  for (const file of (await projectFiles(project)).filter((name) => !name.includes("/"))) {
    const text = await textOf(file);
    const root = elementsOf(text).find(({ path }) => path === "Project");
    if (root === undefined || excludes.test(text)) continue;
    const lines = [
      "<ItemGroup>",
      "  <!-- The SDK is a project of its own. -->",
      '  <Compile Remove="sdk/**" />',
      "</ItemGroup>",
    ];
    files.set(file, edited(text, [appended(text, root, lines)]));
  }
  return files;
}
