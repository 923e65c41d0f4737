import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../root.ts";

const dashboard = createRequire(join(root, "packages", "dashboard", "package.json"));

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Bare chart</title>
<link rel="stylesheet" href="/uPlot.min.css">
<div id="chart"></div>
<script src="/uPlot.iife.min.js"></script>
<script>
const stroke = ["#2563eb", "#d97706", "#059669", "#7c3aed"];
fetch("/points.json")
  .then((answer) => answer.json())
  .then(({ names, columns }) => {
    const draw = ({ data: [times] }) =>
      performance.mark("chart-drawn", { detail: { points: times.length, last: times.at(-1) } });
    const series = [{}, ...names.map((label, index) => ({ label, stroke: stroke[index % 4] }))];
    new uPlot({ width: 1000, height: 360, series, hooks: { draw: [draw] } }, columns, document.getElementById("chart"));
  });
</script>
`;

/** The points of a chart: times in seconds, then a column for each name. */
export interface Points {
  names: string[];
  columns: (number | null)[][];
}

interface Metric {
  time: string;
  type: string;
  data: Record<string, unknown>;
}

/** Returns the fields of metrics that are numbers as columns over their common times. */
export function pointsOf(metrics: readonly Metric[]): Points {
  const lines = new Map<string, Map<number, number>>();
  for (const { time, type, data } of metrics)
    for (const [field, value] of Object.entries(data)) {
      if (typeof value !== "number") continue;
      const name = `${type}.${field}`;
      const line = lines.get(name) ?? new Map();
      lines.set(name, line.set(Date.parse(time) / 1000, value));
    }
  const times = [...new Set([...lines.values()].flatMap((line) => [...line.keys()]))].sort((a, b) => a - b);
  const values = [...lines.values()].map((line) => times.map((time) => line.get(time) ?? null));
  return { names: [...lines.keys()], columns: [times, ...values] };
}

/** Serves a page that loads uPlot, fetches the points as one JSON file and draws them, and does nothing else. */
export async function serveBareChart(points: Points): Promise<{ url: string; server: Server }> {
  const uplot = (file: string) => readFileSync(dashboard.resolve(`uplot/dist/${file}`));
  const files: Record<string, [type: string, content: string | Buffer]> = {
    "/": ["text/html; charset=utf-8", html],
    "/uPlot.iife.min.js": ["text/javascript", uplot("uPlot.iife.min.js")],
    "/uPlot.min.css": ["text/css", uplot("uPlot.min.css")],
    "/points.json": ["application/json", JSON.stringify(points)],
  };
  const server = createServer(({ url = "/" }, answer) => {
    const file = files[url];
    if (!file) return void answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": file[0] }).end(file[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, server };
}
