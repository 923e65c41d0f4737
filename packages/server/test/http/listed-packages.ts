import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileListText, packFiles } from "@botyard/manifest";
import type { Answer, Client } from "./harness.ts";

export const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A package by its files. */
export interface ListedPackage {
  files: Record<string, string | Uint8Array>;
  /** Paths of executable files. */
  executable?: string[];
}

/** Files of a small bot with these files beside. */
export function botFiles(name: string, more: ListedPackage["files"] = {}, version = "1.0.0"): ListedPackage {
  const config = [
    ...[`name: ${name}`, `version: ${version}`, "type: realtime", "runtime: python311"],
    ...["entrypoints:", "  bot: main.py", "schema:", "  bot: bot-schema.json"],
  ];
  return {
    files: {
      "bot-config.yaml": config.join("\n"),
      "bot-schema.json": JSON.stringify({ type: "object", properties: {} }),
      "main.py": "print('hello')\n",
      ...more,
    },
  };
}

/** The list of a package as its text. */
export function listOf({ files, executable = [] }: ListedPackage): string {
  return fileListText(
    Object.entries(files).map(([path, content]) => ({
      path,
      executable: executable.includes(path),
      bytes: Buffer.from(content).length,
      sha256: sha256(content),
    })),
  );
}

/** An archive of contents by their names. */
export async function contentsArchive(contents: (readonly [name: string, content: string | Uint8Array])[]) {
  const dir = await mkdtemp(join(tmpdir(), "botyard-contents-"));
  try {
    const entries = contents.map(([path, content]) => ({ path, content: Buffer.from(content) }));
    const { path } = await packFiles(entries, join(dir, "part.tar.gz"), { ratio: Number.POSITIVE_INFINITY });
    return (await readFile(path)) as Buffer<ArrayBuffer>;
  } finally {
    await rm(dir, { recursive: true });
  }
}

export const sendList = (me: Client, list: string, headers: Record<string, string> = {}): Promise<Answer> =>
  me.ask("POST", "/custom-bots/file-list", {
    raw: Buffer.from(list),
    headers: { "content-type": "application/jsonl", ...headers },
  });

/** Sends contents under their digests. */
export async function sendContents(me: Client, contents: (string | Uint8Array)[]): Promise<Answer> {
  const named = new Map(contents.map((content) => [sha256(content), content]));
  return me.ask("POST", "/custom-bots/files", {
    raw: await contentsArchive([...named]),
    headers: { "content-type": "application/gzip" },
  });
}

/** Uploads a package by its list, as a client does: it sends what the platform asks for. */
export async function uploadListed(me: Client, pack: ListedPackage): Promise<Answer> {
  const list = listOf(pack);
  const asked = await sendList(me, list);
  if (asked.json.code !== "files_missing") return asked;
  const missing = new Set<string>(asked.json.missing);
  const sent = await sendContents(
    me,
    Object.values(pack.files).filter((content) => missing.has(sha256(content))),
  );
  if (sent.status !== 200) return sent;
  return sendList(me, list);
}

/** Overwrites a read-only file of the platform. */
export async function damage(file: string, text: string): Promise<void> {
  await rm(file);
  await writeFile(file, text, { mode: 0o444 });
}
