import { mkdtempSync, readdirSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { platform } from "./platform.ts";

const sources = fileURLToPath(new URL("../../../sdks/rust", import.meta.url));

/**
 * Creates a bot in Rust in a new folder, for all tests of a file. The caller removes the folder above. The sources of the
 * SDK are as old as in the clone, so that cargo compiles the SDK again only after a change.
 */
export async function newProject(name: string, type: "realtime" | "scheduled"): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "botyard-cli-rust-"));
  const init = ["custom-bot", "init", name, "--runtime", "rust-stable", "--type", type];
  const { code, stderr } = await platform(init, { cwd });
  if (code !== 0) throw new Error(stderr);
  for (const [crate, folder] of [
    ["botyard", "botyard"],
    ["botyard-core", "core"],
  ] as const) {
    const there = join(cwd, name, "sdk", crate);
    for (const entry of readdirSync(there, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      const source = statSync(join(sources, folder, file.slice(there.length)), { throwIfNoEntry: false });
      if (entry.isFile() && source !== undefined) utimesSync(file, source.mtime, source.mtime);
    }
  }
  return join(cwd, name);
}
