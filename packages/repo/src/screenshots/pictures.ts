import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** A picture of the dashboard in docs/images. */
export interface Picture {
  file: string;
  page: "bots" | "metrics";
  colours: "light" | "dark";
}

const width = 1280;
/** As high as what is shown. */
const heights = { bots: 460, metrics: 880 };
export const largestBytes = 150_000;
export const folder = join(root, "docs", "images");

export const sizeOf = ({ page }: Picture) => ({ width, height: heights[page] });

export const pictures: readonly Picture[] = (["bots", "metrics"] as const).flatMap((page) =>
  (["light", "dark"] as const).map((colours) => ({ file: `${page}-${colours}.png`, page, colours })),
);

/** Returns the width and height that the head of a PNG file gives. */
export function pngSize(file: string): { width: number; height: number } {
  const bytes = readFileSync(file);
  if (bytes.toString("latin1", 1, 4) !== "PNG") throw new Error(`${file} is not a PNG file.`);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
