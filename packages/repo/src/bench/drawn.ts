import type { Page } from "playwright-core";
import { evaluateUntil } from "./browser.ts";

/**
 * What a chart had drawn when it set its mark. The dashboard's charts set the mark `chart-drawn` in the draw hook of uPlot:
 * at that time the points are on the canvas, and the next frame shows them.
 */
export interface Drawn {
  /** Milliseconds from the beginning of the navigation to the mark. */
  at: number;
  /** Time by the clock of the machine at which the frame after the mark had been produced. */
  painted: number;
  /** Number of times that have a point. */
  points: number;
  /** The last of those times, in seconds since the epoch. */
  last: number;
}

/** Collects the marks of all charts; runs before the scripts of the page. */
const collect = `
  globalThis.drawn = [];
  new PerformanceObserver((list) => {
    const marks = list.getEntriesByName("chart-drawn");
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        const painted = Date.now();
        for (const { startTime, detail } of marks) drawn.push({ at: startTime, painted, ...detail });
      };
      channel.port2.postMessage(undefined);
    });
  }).observe({ type: "mark", buffered: true });
`;

export const collectDrawn = (page: Page): Promise<unknown> => page.addInitScript(collect);

export const allDrawn = (page: Page): Promise<Drawn[]> => page.evaluate<Drawn[]>("drawn");

/** Waits for a chart that was drawn after the first `after` ones and has a point. Returns it. */
export function nextDrawn(page: Page, after = 0): Promise<Drawn> {
  return evaluateUntil<Drawn>(page, `drawn.slice(${after}).find(({ points }) => points > 0)`);
}
