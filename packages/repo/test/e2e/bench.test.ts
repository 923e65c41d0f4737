import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closedAbove } from "../../src/drive/folder.ts";
import { root } from "../../src/root.ts";

const canHide = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0;

/** Executes its arguments in an environment where bubblewrap cannot be executed. */
const hidden = `for bwrap in /usr/bin/bwrap /usr/local/bin/bwrap; do
  if [ -e "$bwrap" ]; then mount --bind /proc/version "$bwrap" || exit 1; fi
done
exec "$@"`;

// As root, each bot then runs as its own user, if that user can access Node and the bot's code and state.
test.skipIf(!canHide)("npm run bench measures as root without bubblewrap", { timeout: 400_000 }, async () => {
  const bench = [process.execPath, "packages/repo/src/bench.ts", "--short", "--only", "cold"];
  const child = spawn("unshare", ["--mount", "/bin/sh", "-c", hidden, "sh", ...bench], { cwd: root });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const [code] = await once(child, "close");
  const closed = closedAbove(process.execPath) ?? closedAbove(join(tmpdir(), "x"));
  expect(said).toContain(closed === undefined ? "isolation user" : "isolation none");
  expect(said).toMatch(/scheduled query cold ÷ bare one-shot, python311/);
  expect(said).toMatch(/scheduled query cold ÷ bare one-shot, nodejs24/);
  expect(said).not.toContain("FAILED");
  expect(code).toBe(0);
});
