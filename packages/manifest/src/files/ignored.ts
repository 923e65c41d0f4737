import ignore, { type Ignore } from "ignore";

/** Name of the author's ignore file: `.gitignore` syntax, applied after the built-in rules. */
export const ignoreFile = ".platformignore";

/**
 * Files that are not packed: version control, installed dependencies (the client vendors the declared ones), caches,
 * build folders (an entrypoint in one is packed nevertheless), the SDK for npm, pip and cargo in `sdk/`, what one bot is
 * configured with, and files that the bot wrote in a local run.
 */
export const builtInIgnores = [
  ...[".git", ".gitignore", ".hg/", ".svn/", ".DS_Store", "Thumbs.db", ".idea/", ".vscode/", "*.swp", "*~"],
  ...["node_modules/", ".venv/", "venv/", "__pycache__/", "*.py[co]", "*.egg-info/", ".tox/", ".nox/"],
  ...[".mypy_cache/", ".pytest_cache/", ".ruff_cache/", ".coverage", "coverage/", ".cache/", ".eggs/"],
  ...[
    "target/",
    "CMakeFiles/",
    "obj/",
    "dist-newstyle/",
    ".stack-work/",
    ".bsp/",
    ".bloop/",
    ".metals/",
    ".gradle/",
  ],
  ...["/sdk/botyard-sdk-*.tgz", "/sdk/botyard-*.whl", "/sdk/botyard/", "/sdk/botyard-core/"],
  ...["/instance.json", "/config.json"],
  ...["/.state/", "/result.json", "/.botyard/", ".platformignore", "*.tsbuildinfo"],
];

/**
 * Returns the author's rules for dependencies, to which the built-in rules do not apply. Rules for the folders as a `whole`
 * are meant for what the author's own tools install there, and are not among them.
 */
export function dependencyRulesIn(authorsList: string): { rules: Ignore; whole: string[] } {
  const isWhole = (line: string) => /^\/?(?:\*\*\/)?(?:node_modules|vendor)(?:\/(?:\*\*?)?)?\s*$/.test(line);
  const lines = authorsList.split(/\r?\n/);
  return { rules: ignore().add(lines.filter((line) => !isWhole(line))), whole: lines.filter(isWhole) };
}

/**
 * Files by which tools mark folders that they can make again, whatever their names: cargo and others by the Cache Directory
 * Tagging Specification, CMake, and virtual environments of Python.
 */
export const markers = ["CACHEDIR.TAG", "CMakeCache.txt", "pyvenv.cfg"];

/** Combines the built-in rules with the author's list, in which a `!` line overrides a built-in rule. */
export function ignoreRules(authorsList: string): Ignore {
  return ignore().add(builtInIgnores).add(authorsList);
}
