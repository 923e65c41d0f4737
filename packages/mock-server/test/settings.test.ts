import { join } from "node:path";
import { settingNames, settingRow } from "@botyard/server/building-blocks";
import { expect, test } from "vitest";

const typeOf = (name: (typeof settingNames)[number]): string => {
  const row = settingRow(name);
  if (row.kind === "choice")
    return Object.keys(row.words)
      .map((word) => JSON.stringify(word))
      .join(" | ");
  const network = '"none" | "internet" | "host" | { hosts?: string[]; local?: string[]; queries?: "none" }';
  const resources = "{ memory?: string; cpus?: number; processes?: number; disk?: string }";
  const labels = "Record<string, string>";
  const config = "Record<string, unknown>";
  return { text: "string", seconds: "number", network, resources, labels, config }[row.kind];
};

// The published types import nothing of the platform.
test("the types of a scenario have every setting of a bot", async () => {
  const fields = settingNames.map(
    (name) =>
      `  /** ${settingRow(name).description} */\n  ${name}${name === "name" ? "" : "?"}: ${typeOf(name)};\n`,
  );
  const text = `// Written by test/settings.test.ts from the table of settings in @botyard/manifest.\n\n/** The settings of a bot. */\nexport interface SettingsFixture {\n${fields.join("")}}\n`;
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "../src/public/settings.gen.ts"));
});
