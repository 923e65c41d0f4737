import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { removeUnpacked } from "../src/index.ts";

/** Creates an empty folder, which is removed after the test. */
export async function freshFolder(): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "botyard-manifest-")));
  onTestFinished(async () => {
    await removeUnpacked(dir);
    await rm(dir, { recursive: true, force: true });
  });
  return dir;
}

/** Writes files by path; each value is text or bytes. */
export async function writeFiles(dir: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
}

export type BotFields = { runtime?: string; bot?: string; query?: string; readme?: string };

/** The text of a small bot-config.yaml. */
export function botConfig({ runtime = "python311", bot = "main.py", query, readme }: BotFields = {}): string {
  return [
    "name: crossover",
    "version: 1.0.0",
    "type: realtime",
    `runtime: ${runtime}`,
    "entrypoints:",
    `  bot: ${bot}`,
    ...(query === undefined ? [] : [`  query: ${query}`]),
    "schema:",
    "  bot: bot-schema.json",
    ...(readme === undefined ? [] : [`readme: ${readme}`]),
    "",
  ].join("\n");
}

export const botSchema = '{ "type": "object", "properties": {}, "additionalProperties": false }\n';

/** The first bytes of a Linux binary. */
export function elf(machine = process.arch === "arm64" ? 183 : 62): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write("\u007fELF\u0002\u0001\u0001", "latin1");
  bytes.writeUInt16LE(3, 16);
  bytes.writeUInt16LE(machine, 18);
  return bytes;
}

/** Creates a folder with a valid bot. */
export async function botFolder(
  files: Record<string, string | Uint8Array> = {},
  fields: BotFields = {},
): Promise<string> {
  const dir = await freshFolder();
  const all: Record<string, string | Uint8Array> = {
    "bot-config.yaml": botConfig(fields),
    "bot-schema.json": botSchema,
    "main.py": "print('hello')\n",
    ...files,
  };
  await writeFiles(dir, all);
  return dir;
}
