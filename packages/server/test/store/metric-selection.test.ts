import { expect, test } from "vitest";
import { heldPerPoint, MetricSelection } from "../../src/selection/metric-selection.ts";

const at = (ms: number) => new Date(Date.UTC(2027, 0, 5) + ms).toISOString();

test("a few metrics are held for each point, however many there are and of whatever type they are more", () => {
  const max_points = 60;
  const selection = new MetricSelection<number>({ max_points });
  let mostHeld = 0;
  for (let n = 0; n < 30_000; n++) {
    const type = n % 3 === 0 ? "often" : n < 15_000 ? "first" : "later";
    const data = { symbol: `S${n % 2}`, value: Math.sin(n), ...(type === "often" && { other: n }) };
    selection.add(n, { type, time: at(n * 100 + (n > 20_000 ? 1e9 : 0)), data, bytes: 20 });
    mostHeld = Math.max(mostHeld, selection.held);
  }
  expect(mostHeld).toBeGreaterThan((heldPerPoint * max_points) / 2);
  expect(mostHeld).toBeLessThanOrEqual(heldPerPoint * max_points);
  const { metrics, downsampled } = selection.selected();
  expect({ total: selection.total, downsampled }).toEqual({ total: 30_000, downsampled: true });
  expect(metrics.length).toBeLessThanOrEqual(max_points);
  expect(metrics.length).toBeGreaterThan(max_points / 3);
});
