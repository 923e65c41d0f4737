import { posix } from "node:path";
import type { File } from "./words.ts";

/** Files that pages name although the repository does not have them. */
const elsewhere = new Set([
  // Written by a user, or by a command for a user.
  ...[
    "./config.ts",
    "dist/bot.js",
    "dist/query.js",
    "auth.toml",
    "environment.yml",
    "instance-config.json",
    "setup.py",
  ],
  ...[".mcp.json", ".vscode/mcp.json", "claude_desktop_config.json", "known-failures.yaml"],
  // Written by a program while it runs.
  ...["out/result.json", "result.json", "place.json", "profile.json", "start.json"],
  ".botyard/reports/typescript.json",
  // Added by a reader who follows the page.
  ...["0099-note.ts", "conformance/cases/metric/blank-type.yaml"],
]);

const source =
  /\w\.(tsx?|m?js|py|rs|[ch]pp|cs|scala|hs|cabal|csproj|toml|ya?ml|json|md|sh|sql|css|html|svg)$/;

/**
 * Returns what the pages name and the repository does not have: the target of a link, a path in code that begins with a
 * folder of the root, or a file's name between backticks, which may be short for a path that ends with it.
 */
export function findLost(files: readonly File[]): string[] {
  const known = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]));
  const ends = new Set(files.flatMap(({ path }) => endsOf(path)));
  const roots = new Set(files.flatMap(({ path }) => foldersOf(path).slice(-1)));
  // A test's path may lack its ending, as vitest takes it.
  const stems = new Set(files.map(({ path }) => path.replace(/\.test\.ts$/, "")));

  /** A name of one part is looked at only if it is all that stands between backticks. */
  const isLost = (word: string, isAlone: boolean): boolean => {
    const path = word.replace(/^\.\/|\/$/g, "");
    if (elsewhere.has(word) || known.has(path) || stems.has(path)) return false;
    return path.includes("/") && roots.has(path.split("/")[0]!)
      ? !/[*…]/.test(path)
      : isAlone && source.test(path) && !ends.has(path);
  };
  const namesIn = (code: string): string[] => {
    const words = code.split(/[\s"'()=,]+/).filter((word) => /^[\w.@*-]+(\/[\w.@*-]+)*\/?$/.test(word));
    return words.filter((word) => isLost(word, word === code));
  };

  const pages = files.filter(({ path }) => path.endsWith(".md"));
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]));
  const isBroken = (page: string, link: string): boolean => {
    const [file, anchor] = link.split("#") as [string, string?];
    const target = file === "" ? page : posix.join(posix.dirname(page), file).replace(/\/$/, "");
    return !known.has(target) || (anchor !== undefined && !anchors.get(target)?.includes(anchor));
  };

  return pages.flatMap(({ path, text }) =>
    linesOf(text).flatMap(({ line, isCode }, index) => {
      // A trailing space makes a name in a block of code a part of a command.
      const code = isCode ? [`${line} `] : [...line.matchAll(/`([^`]+)`/g)].map(([, span]) => span!);
      const links = isCode ? [] : [...line.matchAll(/\]\(([^)\s:]+)\)/g)].map(([, link]) => link!);
      return [
        ...code.flatMap(namesIn).map((name) => `${path}:${index + 1}: the repository has no file "${name}"`),
        ...links
          .filter((link) => isBroken(path, link))
          .map((link) => `${path}:${index + 1}: the link "${link}" leads nowhere`),
      ];
    }),
  );
}

/** Returns the lines of a page, and whether each is in a block of code. */
function linesOf(text: string): { line: string; isCode: boolean }[] {
  let fence = "";
  return text.split("\n").map((line) => {
    const [, mark] = /^\s*(```+)/.exec(line) ?? [];
    if (mark === undefined) return { line, isCode: fence !== "" };
    if (fence === "") fence = mark;
    else if (mark.length >= fence.length) fence = "";
    return { line: "", isCode: true };
  });
}

/** Returns the folders that contain a file, from the innermost one. */
function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** Returns a path, and what is left of it without its first folders. */
function endsOf(path: string): string[] {
  const slash = path.indexOf("/");
  return slash < 0 ? [path] : [path, ...endsOf(path.slice(slash + 1))];
}

/** Returns the anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
