import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { obstacleForOthers } from "../src/executors/process/reach.ts";
import { openTemporary } from "./workshop.ts";

const sources = fileURLToPath(new URL("../src", import.meta.url));
/** Root can remove what is read-only. */
const other = process.getuid?.() === 0 ? 65_534 : undefined;
const obstacle =
  other === undefined ? undefined : (obstacleForOthers(process.execPath) ?? obstacleForOthers(sources));

const removes = `import { removeWritten } from "${sources}/written.ts"; await removeWritten(process.argv[1]);`;
const opens = `import { openCache } from "${sources}/executors/process/cache.ts";
await openCache(process.argv[1], process.getuid(), { diskBytes: 1 });`;

test.skipIf(obstacle).each([
  ["is removed", removes, 0o755, undefined],
  ["is removed from a cache that is too large", opens, 0o755, []],
  ["is removed from a cache that is read-only itself", opens, 0o555, []],
])(
  "what a bot has made read-only or hidden %s, also without root's rights",
  async (_, program, mode, left) => {
    const root = mkdtempSync(join(openTemporary, "botyard-remove-"));
    try {
      const folder = join(root, "cache");
      // The first removal fails while it still removes these.
      const others = Array.from({ length: 200 }, (_, index) => `/other-${index}`);
      const all = ["", "/mod", "/mod/pkg", "/hidden", "/hidden/sub", ...others].map(
        (path) => `${folder}${path}`,
      );
      for (const path of all) mkdirSync(path);
      const files = ["/mod/pkg/a", "/hidden/sub/b"].map((path) => `${folder}${path}`);
      for (const path of files) writeFileSync(path, "x");
      for (const path of [root, ...all, ...files]) if (other !== undefined) chownSync(path, other, other);
      for (const path of ["/mod/pkg", "/mod"]) chmodSync(`${folder}${path}`, 0o555);
      for (const path of ["/hidden/sub", "/hidden"]) chmodSync(`${folder}${path}`, 0);
      chmodSync(folder, mode);
      const argv = ["--no-warnings", "--input-type=module", "-e", program, folder];
      await promisify(execFile)(process.execPath, argv, {
        cwd: "/",
        env: {},
        ...(other !== undefined && { uid: other, gid: other }),
      });
      expect(existsSync(folder) ? readdirSync(folder) : undefined).toEqual(left);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
);
