import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { platformFolder } from "../cases/load.ts";
import type { PackageFiles } from "../model.ts";
import { adapterFiles } from "./adapters.ts";
import { type TarFile, tarOfFiles } from "./tar.ts";

/** Texts of the files of a package of `platform/packages`, with the programs that its `bot-config.yaml` names. */
export function filesOf(name: string): Record<string, string | Uint8Array> {
  const adapter = adapterFiles(name);
  if (adapter) return adapter;
  const folder = join(platformFolder(), "packages", name);
  const own = Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );
  const programs = join(platformFolder(), "programs");
  const config = own["bot-config.yaml"] ?? "";
  const shared = readdirSync(programs).filter(
    (file) => own[file] === undefined && (config.includes(`: ${file}`) || isImported(file, config)),
  );
  return {
    ...Object.fromEntries(shared.map((file) => [file, readFileSync(join(programs, file), "utf8")])),
    ...own,
  };
}

/** The query programs import their answers. */
const isImported = (file: string, config: string): boolean =>
  file === "answers.py" && /: (serve|once)\.py/.test(config);

/** Name, version and type that a `bot-config.yaml` gives to its custom bot. */
export function identityOf(files: Record<string, string | Uint8Array>): {
  name: string;
  version: string;
  type: string;
} {
  const config = String(files["bot-config.yaml"]);
  const field = (key: string): string => new RegExp(`^${key}: "?([^"\\n]+)"?$`, "m").exec(config)?.[1] ?? "";
  return { name: field("name"), version: field("version"), type: field("type") };
}

/** Returns the bytes of an archive. */
export const archiveOf = (files: PackageFiles): Buffer => tarOfFiles(sortedFiles(files));

/** Returns the list of the files, all executable as in an archive. */
export function listOf(files: PackageFiles): Buffer {
  const lines = sortedFiles(files).map(({ path, content }) => {
    const bytes = Buffer.from(content as Uint8Array);
    return `${JSON.stringify([path, true, bytes.length, digestOf(bytes)])}\n`;
  });
  return Buffer.from(lines.join(""));
}

/** Returns an archive of the contents of the files, each once. */
export function contentsOf(files: PackageFiles): Buffer {
  const contents = sortedFiles(files).map(({ content }) => {
    const bytes = Buffer.from(content as Uint8Array);
    return [digestOf(bytes), bytes] as const;
  });
  return tarOfFiles([...new Map(contents)].map(([path, content]) => ({ path, content })));
}

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The files by path. Paths of cases are in ASCII, whose order is that of their bytes. */
function sortedFiles({ of, files, version }: PackageFiles): TarFile[] {
  const base = of === null ? {} : filesOf(of);
  if (version !== null)
    base["bot-config.yaml"] = String(base["bot-config.yaml"]).replace(
      /^version: .*$/m,
      `version: "${version}"`,
    );
  const all = Object.entries({ ...base, ...files }).flatMap(([path, text]) =>
    text === null ? [] : [{ path, content: text }],
  );
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}
