import type uPlot from "uplot";
import type { Colours } from "./colours.ts";
import { drawable } from "./numbers.ts";

/** An event at a point of a chart. The direction of its triangle says the same as its colour. */
export interface Marker {
  /** Seconds since the epoch. */
  x: number;
  y: number;
  kind: "buy" | "sell";
  /** What the reader is told about it. */
  text: string;
}

const size = 7;

/** Draws the markers: buying points up from below the value, selling down from above it. */
export function drawMarkers(chart: uPlot, markers: readonly Marker[], colours: Colours): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { x, y, kind } of markers) {
    const left = chart.valToPos(x, "x", true);
    const top = chart.valToPos(drawable(y)!, "left", true);
    const way = kind === "buy" ? 1 : -1;
    const tip = top + way * 4 * scale;
    const base = tip + way * size * 1.6 * scale;
    ctx.beginPath();
    ctx.moveTo(left, tip);
    ctx.lineTo(left - size * scale, base);
    ctx.lineTo(left + size * scale, base);
    ctx.closePath();
    ctx.fillStyle = kind === "buy" ? colours.buy : colours.sell;
    ctx.strokeStyle = colours.surface;
    ctx.lineWidth = scale;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

/** Returns the marker nearest to a time, if it is within `within` seconds. */
export function markerNear(markers: readonly Marker[], x: number, within: number): Marker | undefined {
  let nearest: Marker | undefined;
  for (const marker of markers)
    if (!nearest || Math.abs(marker.x - x) < Math.abs(nearest.x - x)) nearest = marker;
  return nearest && Math.abs(nearest.x - x) <= within ? nearest : undefined;
}

/** Returns the marker before (-1) or after (1) a time. */
export function markerBeside(markers: readonly Marker[], x: number, way: -1 | 1): Marker | undefined {
  const ordered = way === 1 ? markers : markers.toReversed();
  // Within a microsecond it is the one that the cursor is on.
  return ordered.find((marker) => (marker.x - x) * way > 1e-6);
}
