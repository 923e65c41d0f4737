import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** A page of a real browser, and what it did that it should not. */
export interface Watched {
  page: Page;
  /** Requests to other hosts, messages of the console, refusals by the content security policy. */
  complaints: string[];
}

/** Opens a page of a new browser profile. `expected` are statuses of answers that a test causes on purpose. */
export async function watched(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
  expected: number[] = [],
): Promise<Watched> {
  const context = await browser.newContext({ ...options, baseURL });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== baseURL) complaints.push(`requested ${request.url()}`);
  });
  page.on("console", (message) => {
    const status = Number(/status of (\d+)/.exec(message.text())?.[1]);
    if (!expected.includes(status)) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** The least contrast of a text of the page with what is behind it (WCAG 2.2, 1.4.3: at least 4.5). */
export const leastContrast = (page: Page) => page.evaluate<{ ratio: number; text: string }>(contrastScript);

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

// As text, because the types of the DOM are not those of this package.
const contrastScript = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const painted = (colors) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb) => rgb
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  let least = { ratio: 21, text: "" };
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own) continue;
    const behind = [];
    let opacity = 1;
    for (let outer = element; outer; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      behind.unshift(style.backgroundColor);
      opacity *= Number(style.opacity);
    }
    const ground = painted([dark ? "#121212" : "#fff", ...behind]);
    const front = painted([getComputedStyle(element).color]).map((part, at) => part * opacity + ground[at] * (1 - opacity));
    const [low, high] = [luminance(ground), luminance(front)].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < least.ratio) least = { ratio, text: element.textContent.trim().slice(0, 60) };
  }
  return least;
})()`;
