import { posix } from "node:path";
import { artifactFault, magicBytes } from "../binaries/binary.ts";
import { checkNativeFiles } from "../binaries/native-files.ts";
import { builtNames, isBuildFile } from "../built/build-file.ts";
import { locate } from "../documents/source-document.ts";
import type { PackEntry } from "../files/pack-entry.ts";
import { type PackageView, readText, viewOf } from "../files/package-view.ts";
import { showPath } from "../files/path-rules.ts";
import { botSchemaBytes, readmeBytes } from "../limits.ts";
import { nearest } from "../nearest.ts";
import type { ProblemCode } from "../problems/codes.ts";
import type { Problem } from "../problems/problem.ts";
import type { EntrypointFault } from "../runtimes/entrypoint-name.ts";
import { findRuntime, splitEntrypoint } from "../runtimes/runtime.ts";
import { type Runtime, type Runtimes, runtimes } from "../runtimes/table.ts";
import type { Target } from "../runtimes/target.ts";
import { type BotSchema, checkBotSchema } from "../schema/bot-schema.ts";
import type { BotConfig } from "./bot-config.ts";
import { botConfigFile, type PackageConfig, readPackageConfig } from "./config.ts";
import { missingInterpreter } from "./missing-interpreter.ts";

/** Larger build files are not read. */
export const buildFileBytes = 256 * 1024;

/** Result of checking a package. Each part is set if it could be read and has no errors. */
export type CheckedPackage = {
  config?: BotConfig;
  /** Id of the runtime, also if other fields of the configuration have errors. */
  runtime?: string;
  schema?: BotSchema;
  /** Text of bot-schema.json as written. */
  schemaText?: string;
  readme?: string;
  problems: Problem[];
};

export type PackageRules = {
  runtimes?: Runtimes;
  /** Node's name of the processor architecture that bots run on (default: that of this machine). */
  architecture?: string;
  /** What bots run on, if it is known. */
  target?: Target;
};

/**
 * Checks the configuration, schema, readme and entrypoints of a package and returns every problem found.
 * @param given the configuration, if it has been read before
 */
export async function checkPackage(
  entries: readonly PackEntry[],
  rules: PackageRules,
  given?: PackageConfig,
): Promise<CheckedPackage> {
  const view = viewOf(entries);
  const known = rules.runtimes ?? runtimes;
  const read = given ?? (await readPackageConfig(entries, known));
  if (read === undefined || !view.files.has(botConfigFile)) return { problems: [noBotConfig(view)] };
  const { config, partial, document } = read;
  const checked: CheckedPackage = { problems: [...read.problems] };
  if (config !== undefined) checked.config = config;
  if (partial.runtime !== undefined) checked.runtime = partial.runtime;
  const found: Problem[] = [];
  await checkSchemaFile(view, partial, checked, found);
  await checkReadme(view, partial, checked, found);
  const runtime = partial.runtime === undefined ? undefined : findRuntime(partial.runtime, known);
  for (const role of ["bot", "query"] as const) {
    const entrypoint = partial.entrypoints?.[role];
    if (entrypoint === undefined) continue;
    found.push(
      ...(runtime === undefined
        ? checkPresence(view, role, entrypoint)
        : await checkEntrypoint(
            view,
            runtime,
            role,
            entrypoint,
            rules.architecture ?? rules.target?.architecture ?? process.arch,
          )),
    );
  }
  if (runtime !== undefined) found.push(...missingInterpreter(runtime, rules.target));
  checked.problems.push(...locate(found, document));
  checked.problems.push(...(await checkNativeFiles(entries, runtime, rules)));
  return checked;
}

async function checkSchemaFile(
  view: PackageView,
  config: Partial<BotConfig>,
  checked: CheckedPackage,
  found: Problem[],
): Promise<void> {
  const path = config.schema?.bot ?? usualSchema(view);
  if (path === undefined) return;
  if (!view.files.has(path)) {
    found.push(missing(view, "package.schema_missing", "/schema/bot", path));
    return;
  }
  const text = await readText(view, path, botSchemaBytes, checked.problems);
  if (text === undefined) return;
  const { schema, problems } = checkBotSchema(text, path);
  checked.problems.push(...problems);
  if (schema !== undefined) {
    checked.schema = schema;
    checked.schemaText = text;
  }
}

/** The schema that was probably meant if bot-config.yaml does not name one, so that its problems are reported at once. */
function usualSchema(view: PackageView): string | undefined {
  return view.files.has("bot-schema.json") ? "bot-schema.json" : undefined;
}

async function checkReadme(
  view: PackageView,
  config: Partial<BotConfig>,
  checked: CheckedPackage,
  found: Problem[],
): Promise<void> {
  const path = config.readme;
  if (path === undefined) return;
  if (!view.files.has(path)) {
    found.push(missing(view, "package.readme_missing", "/readme", path));
    return;
  }
  const text = await readText(view, path, readmeBytes, checked.problems);
  if (text !== undefined) checked.readme = text;
}

/** Checks an entrypoint of an unknown runtime, which may have a main class after the path of a jar. */
function checkPresence(view: PackageView, role: "bot" | "query", entrypoint: string): Problem[] {
  const paths = [entrypoint, entrypoint.replace(/:[^:/]*$/, "")];
  if (paths.some((path) => view.files.has(path))) return [];
  return [missing(view, "entrypoint.missing", `/entrypoints/${role}`, paths[1]!)];
}

async function checkEntrypoint(
  view: PackageView,
  runtime: Runtime,
  role: "bot" | "query",
  entrypoint: string,
  architecture: string,
): Promise<Problem[]> {
  const { path } = splitEntrypoint(runtime, entrypoint);
  const pointer = `/entrypoints/${role}`;
  const misnamed = await nameFault(view, runtime, role, path);
  if (!view.files.has(path)) {
    const problem = missing(view, "entrypoint.missing", pointer, path);
    const next = (misnamed && `${misnamed.message} ${misnamed.next}`) ?? (await buildAdvice(view, runtime));
    return [{ ...problem, ...(next !== undefined && { next }) }];
  }
  const problems: Problem[] = [];
  const fault = artifactFault(runtime, path, await view.start(path, magicBytes), architecture);
  if (fault !== undefined) problems.push({ ...fault, file: botConfigFile, pointer, severity: "error" });
  if (misnamed !== undefined) problems.push({ ...misnamed, file: botConfigFile, pointer, severity: "error" });
  return problems;
}

/** Returns how to build a missing entrypoint, if the package's build file says so. */
async function buildAdvice(view: PackageView, runtime: Runtime): Promise<string | undefined> {
  if (await isBuiltByNpm(view)) return "Build it: npm install, then npm run build.";
  const topLevel = [...view.files.keys()].filter((file) => posix.dirname(file) === ".");
  const builder = builders.find(
    ([name]) => runtime.buildFiles.includes(name) && topLevel.some((file) => isBuildFile(file, [name])),
  );
  if (builder !== undefined) return `Build it: ${builder[1]}.`;
  return runtime.kind === "assembly" ? "Build it: dotnet build --configuration Release." : undefined;
}

/** The commands of the build files of the templates. */
const builders = [
  ["Cargo.toml", "cargo build --release"],
  ["CMakeLists.txt", "cmake -B build && cmake --build build --parallel 4"],
  ["pom.xml", "mvn package"],
  ["*.cabal", "sh build.sh"],
] as const;

/** Returns true if package.json has a build script, which presumably builds the missing entrypoint. */
async function isBuiltByNpm(view: PackageView): Promise<boolean> {
  const bytes = view.files.get("package.json") ?? Number.POSITIVE_INFINITY;
  if (bytes > buildFileBytes) return false;
  try {
    const project = JSON.parse((await view.read("package.json")).toString("utf8"));
    return typeof project?.scripts?.build === "string";
  } catch {
    return false;
  }
}

/** Checks an artifact's name against the nearest build files beside or above it. */
async function nameFault(view: PackageView, runtime: Runtime, role: "bot" | "query", path: string) {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const beside = [...view.files.keys()].filter((file) => {
      return posix.dirname(file) === folder && isBuildFile(file, runtime.buildFiles);
    });
    if (beside.length > 0) return nameFaultBy(beside, view, role, path);
    if (folder === ".") return undefined;
  }
}

async function nameFaultBy(
  buildFiles: string[],
  view: PackageView,
  role: string,
  path: string,
): Promise<EntrypointFault | undefined> {
  const allowed: string[] = [];
  const artifact = posix.basename(path).replace(/\.(?:dll|jar|exe)$/, "");
  for (const file of buildFiles) {
    if (view.files.get(file)! > buildFileBytes) return undefined;
    const built = builtNames(file, (await view.read(file)).toString("utf8"), view.files.keys());
    if (built === undefined) return undefined;
    if (built.names.some((name) => (built.prefix ? artifact.startsWith(name) : artifact === name)))
      return undefined;
    allowed.push(...built.names);
  }
  const names = allowed.map(showPath).join(" or ");
  return {
    code: "entrypoint.wrong_name",
    message: `entrypoints.${role} names ${showPath(path)}, but ${buildFiles.map(showPath).join(", ")} builds ${names}.`,
    next: "Name the file that the build writes, or change the name in the build file.",
  };
}

function missing(view: PackageView, code: ProblemCode, pointer: string, path: string): Problem {
  const near = nearest(path, view.files.keys());
  const next = near === undefined ? "Create it, or correct the path." : `Did you mean "${near}"?`;
  const message = `The file ${showPath(path)} is not in the package.`;
  return { code, file: botConfigFile, pointer, message, next, severity: "error" };
}

function noBotConfig(view: PackageView): Problem {
  const other = [...view.files.keys()].find((path) => /(?:^|\/)bot-config\.ya?ml$/i.test(path));
  return {
    code: "package.no_bot_config",
    file: botConfigFile,
    message: "The package has no bot-config.yaml.",
    next:
      other === undefined
        ? "Create one with `platform custom-bot init`, or change to the bot's folder."
        : `It must be at the top level of the package; found ${showPath(other)}.`,
    severity: "error",
  };
}
