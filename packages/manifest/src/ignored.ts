import ignore, { type Ignore } from "ignore";

/** The author's own list, in the syntax of .gitignore, read after the built-in one. */
export const ignoreFile = ".platformignore";

/**
 * What a package never needs: version control, installed dependencies (the client vendors the declared ones),
 * caches, build folders (a named entrypoint in one is packed all the same), the SDK's archive that a project carries for
 * npm and pip, what a bot wrote when it ran here.
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
  ...["/sdk/botyard-sdk-*.tgz", "/sdk/botyard-*.whl"],
  ...["/.state/", "/result.json", "/.botyard/", ".platformignore", "*.tsbuildinfo"],
];

/** Decides which paths of a folder stay out. A `!` line of the author's takes back a built-in one. */
export function ignoreRules(authorsList: string): Ignore {
  return ignore().add(builtInIgnores).add(authorsList);
}
