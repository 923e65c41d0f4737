import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { whyNoChromium } from "../../src/drive/chromium.ts";
import { largestBytes, pictures, pngSize, sizeOf } from "../../src/screenshots/pictures.ts";
import { takePictures } from "../../src/screenshots/take.ts";

test("the pictures of the README can be taken of the running demo, each with its charts", async ({
  skip,
}) => {
  skip(whyNoChromium !== undefined, whyNoChromium);
  const folder = mkdtempSync(join(tmpdir(), "botyard-pictures-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // A fraction of what the real ones show. A page that draws no chart has no picture.
  await takePictures(folder, { prices: 5, signals: 0, samples: 3 });
  for (const picture of pictures) {
    const path = join(folder, picture.file);
    expect(pngSize(path)).toEqual(sizeOf(picture));
    expect(statSync(path).size).toBeLessThanOrEqual(largestBytes);
  }
});
