import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../src/root.ts";

/** Returns the programs of a Markdown page of the repository, in order. */
export function snippets(page: string, language: "js" | "python" | "sh"): string[] {
  const text = readFileSync(join(root, page), "utf8");
  const fence = language === "js" ? "[jt]s" : language;
  return [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, "gms"))].map((match) => match[1]!);
}
