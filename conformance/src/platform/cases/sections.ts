import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "../../spec/package-folder.ts";

/** Sections of the specification that the platform was built from; its text is not in this repository. */
const specification = [
  ...["custom-bot-package", "bot-configuration-schema", "bot-instance", "environment", "metric"],
  ...["bot-result", "query-request-and-response", "log", "states", "query-endpoint", "built-in-queries"],
  ...["tool-server-endpoint", "command-line-client", "authentication", "errors", "limits", "versioning"],
];

/**
 * Returns the sections that cases may name: `<page of docs/reference>#<heading>` and `seed#<heading>`. Undefined outside
 * the repository, where the pages are missing.
 */
export function knownSections(): ReadonlySet<string> | undefined {
  const folder = join(packageFolder(), "..", "docs", "reference");
  if (!existsSync(folder)) return undefined;
  const sections = new Set(specification.map((name) => `seed#${name}`));
  for (const file of readdirSync(folder)) {
    if (!file.endsWith(".md")) continue;
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, heading] of text.matchAll(/^#{1,4} (.+)$/gm))
      sections.add(`${file.slice(0, -3)}#${anchorOf(heading!)}`);
  }
  return sections;
}

/** The anchor that a heading gets on a page. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-");
