import { mkdtempSync, readdirSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompiledLanguage } from "../../repo/src/drive/compiled.ts";
import { root } from "../../repo/src/root.ts";
import { platform } from "./platform.ts";

/**
 * Creates a bot in a compiled language in a new folder, for all tests of a file. The caller removes the folder above. The
 * sources of the SDK are as old as in the clone, so that they are compiled again only after a change.
 */
export async function newProject(
  { runtime, sdk }: CompiledLanguage,
  name: string,
  type: "realtime" | "scheduled",
): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "botyard-cli-compiled-"));
  const init = ["custom-bot", "init", name, "--runtime", runtime, "--type", type];
  const { code, stderr } = await platform(init, { cwd });
  if (code !== 0) throw new Error(stderr);
  for (const [folder, origin] of Object.entries(sdk)) {
    const there = join(cwd, name, folder);
    for (const entry of readdirSync(there, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      const source = statSync(join(root, origin, file.slice(there.length)), { throwIfNoEntry: false });
      if (entry.isFile() && source !== undefined) utimesSync(file, source.mtime, source.mtime);
    }
  }
  return join(cwd, name);
}
