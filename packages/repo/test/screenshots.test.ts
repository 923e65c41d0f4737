import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/root.ts";
import { folder, largestBytes, pictures, pngSize, sizeOf } from "../src/screenshots/pictures.ts";

test.for(pictures)("$file is there, small, of the right size and shown by the README", (picture) => {
  const { file } = picture;
  const path = join(folder, file);
  expect(existsSync(path), `run npm run screenshots`).toBe(true);
  expect(pngSize(path)).toEqual(sizeOf(picture));
  expect(statSync(path).size).toBeLessThanOrEqual(largestBytes);
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain(`"docs/images/${file}"`);
});
