import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packFiles } from "@botyard/manifest";

/** Writes a line ten times a second. */
export const bot = `
let count = 0;
setInterval(() => console.log("counted to " + ++count), 100);
process.on("SIGTERM", () => process.exit(0));
`;

export const configOf = (name: string) =>
  [
    ...[`name: ${name}`, "version: 1.0.0", "type: realtime", "runtime: nodejs24"],
    ...["entrypoints:", "  bot: main.mjs", "schema:", "  bot: bot-schema.json", ""],
  ].join("\n");
export const schema = '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}';

/** Returns the archive of a custom bot: larger than the bodies that nginx allows by default. */
export async function packed(dir: string): Promise<Buffer<ArrayBuffer>> {
  const texts = { "bot-config.yaml": configOf("sized"), "bot-schema.json": schema, "main.mjs": bot };
  const file = join(dir, "sized.tar.gz");
  await packFiles(
    [
      ...Object.entries(texts).map(([path, text]) => ({ path, content: new TextEncoder().encode(text) })),
      { path: "data.bin", content: randomBytes(3 * 1024 * 1024) },
    ],
    file,
  );
  return readFileSync(file);
}
