import { posix } from "node:path";
import { cargoNames } from "./cargo-names.ts";

/** Names of the artifacts that a build file builds. */
export type BuiltNames = {
  names: string[];
  /** The names are only prefixes of the artifacts' names. */
  prefix?: true;
};

/**
 * Reads the artifact names from a build file. `files` are the paths of the package, for names that come from file names.
 * Returns `undefined` if the names are only known by running the build.
 */
export function builtNames(path: string, text: string, files: Iterable<string>): BuiltNames | undefined {
  const name = posix.basename(path);
  if (name === "Cargo.toml") return decided(cargoNames(text, posix.dirname(path), files));
  if (name === "CMakeLists.txt") return cmakeNames(text);
  if (name.endsWith(".csproj")) return csprojNames(text, name);
  if (name.endsWith(".cabal")) return cabalNames(text);
  if (name === "pom.xml") return pomNames(text);
  return undefined;
}

/** Returns true if the file's name matches one of a runtime's build file patterns. */
export function isBuildFile(path: string, patterns: readonly string[]): boolean {
  const name = posix.basename(path);
  return patterns.some((pattern) =>
    pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) && name !== pattern.slice(1) : name === pattern,
  );
}

function cmakeNames(text: string): BuiltNames | undefined {
  const code = text.replace(/#.*/g, "");
  const project = /\bproject\s*\(\s*"?([\w.+-]+)/i.exec(code)?.[1];
  const names: string[] = [];
  for (const [, target] of code.matchAll(/\badd_executable\s*\(\s*"?([^\s")]+)/gi)) {
    const name = project === undefined ? target! : target!.replace(/\$\{(?:CMAKE_)?PROJECT_NAME\}/g, project);
    if (name.includes("${")) return undefined;
    names.push(name);
  }
  for (const [, output] of code.matchAll(/\b(?:RUNTIME_)?OUTPUT_NAME\s+"?([^\s")]+)/gi)) {
    if (output!.includes("${")) return undefined;
    names.push(output!);
  }
  return decided(names);
}

function csprojNames(text: string, file: string): BuiltNames | undefined {
  const given = elements(withoutComments(text), "AssemblyName");
  const names = given.length > 0 ? given : [file.slice(0, -".csproj".length)];
  return names.some((name) => name.includes("$(")) ? undefined : decided(names);
}

function cabalNames(text: string): BuiltNames | undefined {
  const code = text.replace(/^\s*--.*$/gm, "");
  const names = [...code.matchAll(/^executable[ \t]+([\w.-]+)/gim)].map((match) => match[1]!);
  // An executable stanza without a name uses the package's name.
  const packageName = /^name[ \t]*:[ \t]*([\w.-]+)/im.exec(code)?.[1];
  if (/^executable[ \t]*$/im.test(code) && packageName !== undefined) names.push(packageName);
  return decided(names);
}

/** Maven appends version and classifier to these names. */
function pomNames(text: string): BuiltNames | undefined {
  const own = ["parent", "dependencies", "dependencyManagement", "profiles"].reduce(
    (rest, element) => rest.replace(new RegExp(`<${element}>[\\s\\S]*?</${element}>`, "g"), ""),
    withoutComments(text),
  );
  const finalNames = elements(own, "finalName");
  const names = finalNames.length > 0 ? finalNames : elements(own, "artifactId").slice(0, 1);
  const plain = names.map((name) => name.split("${")[0]!.replace(/-$/, ""));
  return plain.some((name) => name === "") ? undefined : decided(plain, true);
}

function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>\\s*([^<]+?)\\s*</${name}>`, "g"))].map((match) => match[1]!);
}

function withoutComments(xml: string): string {
  return xml.replace(/<!--[\s\S]*?-->/g, "");
}

function decided(names: string[], prefix?: true): BuiltNames | undefined {
  if (names.length === 0) return undefined;
  return { names: [...new Set(names)], ...(prefix && { prefix }) };
}
