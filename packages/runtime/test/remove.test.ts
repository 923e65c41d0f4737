import { execFile } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { obstacleForOthers } from "../src/executors/process/reach.ts";
import { openTemporary } from "./workshop.ts";

const source = fileURLToPath(new URL("../src/remove.ts", import.meta.url));
/** Root can remove what is read-only. */
const other = process.getuid?.() === 0 ? 65_534 : undefined;
const obstacle =
  other === undefined ? undefined : (obstacleForOthers(process.execPath) ?? obstacleForOthers(source));

test.skipIf(obstacle)(
  "what a bot has made read-only or hidden is removed, also without root's rights",
  async () => {
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
      const program = `import { removeWritten } from ${JSON.stringify(source)}; await removeWritten(${JSON.stringify(folder)});`;
      const argv = ["--no-warnings", "--input-type=module", "-e", program];
      await promisify(execFile)(process.execPath, argv, {
        cwd: "/",
        env: {},
        ...(other !== undefined && { uid: other, gid: other }),
      });
      expect(existsSync(folder)).toBe(false);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
);
