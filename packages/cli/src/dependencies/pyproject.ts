import { parse, type TomlError } from "smol-toml";
import { withoutPasswords } from "../output/passwords.ts";
import { type Table, tableOf as table, tablesOf as tables } from "./locks/lock.ts";
import { normalName } from "./requirement.ts";

export const projectFile = "pyproject.toml";

/** What a `pyproject.toml` declares. */
export interface DeclaredByProject {
  /** The requirements that can be installed, as lines of a `requirements.txt`. */
  requirements?: string[];
  /** The file as it was read. */
  document?: Table;
  /** Which Python versions it is for, such as `>=3.12`. */
  requiresPython?: string;
  /** Lists of more requirements, which are not installed. */
  groups?: string[];
  /** Indexes of uv and Poetry, which only their lock files say what to take from. */
  indexes?: string[];
  /** Why its dependencies cannot be read, and what to do. */
  fault?: { message: string; next: string; place?: { line: number; column: number } };
}

/**
 * Reads `[project].dependencies`. Nothing is run: what a build backend would have to compute is a fault, unless a lock file
 * has the dependencies.
 */
export function declaredByProject(text: string, isLocked = false): DeclaredByProject {
  let document: Table;
  try {
    document = parse(text);
  } catch (error) {
    const { message, line, column } = error as TomlError;
    const why = message.split("\n")[0]!.replace("Invalid TOML document: ", "");
    return fault(`pyproject.toml is not valid TOML: ${why}.`, "Correct it.", { line, column });
  }
  const project = table(document.project);
  const { dependencies, dynamic, "requires-python": requiresPython } = project;
  const poetry = table(table(document.tool).poetry);
  const groups = [
    ...Object.keys(table(project["optional-dependencies"])).map(
      (name) => `[project.optional-dependencies].${name}`,
    ),
    ...Object.keys(table(document["dependency-groups"])).map((name) => `[dependency-groups].${name}`),
  ];
  const more = {
    document,
    ...(groups.length > 0 && { groups }),
    ...(typeof requiresPython === "string" && { requiresPython }),
  };
  const indexes = [
    ...tables(table(table(document.tool).uv).index).map(
      ({ name, url }) => `[[tool.uv.index]] ${name ?? url}`,
    ),
    ...tables(poetry.source).map(({ name, url }) => `[[tool.poetry.source]] ${name ?? url}`),
  ].map((one) => withoutPasswords(one));
  const isDynamic = Array.isArray(dynamic) && dynamic.includes("dependencies");
  if (isLocked) {
    const listed = project.name === undefined || isDynamic ? undefined : (dependencies ?? []);
    return { ...more, ...(Array.isArray(listed) && { requirements: listed.map(String) }) };
  }
  if (isDynamic)
    return fault(
      "pyproject.toml declares its dependencies as dynamic, which only its build backend can compute, and no build is run.",
      "List them in [project].dependencies, or write a requirements.txt.",
    );
  if (dependencies === undefined) {
    const others = Object.keys(table(poetry.dependencies)).filter((name) => name !== "python");
    if (others.length === 0) return { ...more };
    return fault(
      `pyproject.toml declares ${named(others)} in [tool.poetry.dependencies], which is not read.`,
      "Write the lock file, which is read: poetry lock",
    );
  }
  if (!Array.isArray(dependencies) || dependencies.some((one) => typeof one !== "string"))
    return fault(
      "In pyproject.toml, [project].dependencies is not a list of strings.",
      'Write it as dependencies = ["numpy>=2"].',
    );
  const requirements = dependencies.map((one) =>
    String(one)
      .replaceAll(/\s*\n\s*/g, " ")
      .trim(),
  );
  const option = requirements.find((one) => one.startsWith("-"));
  if (option !== undefined)
    return fault(
      `In pyproject.toml, [project].dependencies has ${JSON.stringify(option)}, which is an option of pip and no dependency.`,
      "Move it to a requirements.txt.",
    );
  const needed = new Set(requirements.map(nameOf));
  const sources = Object.keys(table(table(table(document.tool).uv).sources)).filter((name) =>
    needed.has(nameOf(name)),
  );
  if (sources.length > 0)
    return fault(
      `pyproject.toml takes ${named(sources)} from [tool.uv.sources], which pip does not read.`,
      "Write the lock file, which is read: uv lock",
    );
  return { requirements, ...more, ...(indexes.length > 0 && { indexes }) };
}

/** The name of a requirement, as index servers compare names. */
function nameOf(requirement: string): string {
  const [name = ""] = /^[\w.-]+/.exec(requirement) ?? [];
  return normalName(name);
}

function fault(message: string, next: string, place?: { line: number; column: number }): DeclaredByProject {
  return { fault: { message, next, ...(place && { place }) } };
}

function named(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return `${names.slice(0, 3).join(", ")}${more}`;
}
