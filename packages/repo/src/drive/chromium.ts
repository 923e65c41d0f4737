import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Debian's: the one that has no windows, which takes two thirds of the processor time of the other, or the other. */
const executablePath = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) =>
  existsSync(path),
);

/** Why nothing can be shown in a browser; undefined if it can. */
export const whyNoChromium = executablePath === undefined ? "chromium is not installed" : undefined;

/** Starts a browser. Fails if {@link whyNoChromium} says why. */
export async function launchChromium(...args: string[]): Promise<Browser> {
  if (executablePath === undefined) throw new Error(whyNoChromium);
  return await chromium.launch({ executablePath, args: ["--disable-gpu", ...args] });
}
