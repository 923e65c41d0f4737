import type { SystemHistory } from "@botyard/client/browser";
import type { Column } from "../../ui/chart/gaps.ts";
import { readable } from "../../ui/chart/numbers.ts";

/** One of the charts over time. */
export interface HistoryChart {
  title: string;
  unit: string;
  labels: string[];
  columns: Column[];
}

const rounded = (value: number) => Math.round(value * 100) / 100;
const gib = (bytes: number) => rounded(bytes / 2 ** 30);

/** Returns the charts of what the platform has measured. */
export function historyCharts({ items, available }: SystemHistory): HistoryChart[] {
  const of = (value: (item: SystemHistory["items"][number]) => number) => items.map(value);
  const { cpus, memory, disk } = available;
  return [
    {
      title: `Load, of ${readable(cpus)} ${cpus === 1 ? "processor" : "processors"}`,
      unit: "",
      labels: ["Load"],
      columns: [of(({ load }) => load)],
    },
    {
      title: `Memory, of ${short(gib(memory))} GiB`,
      unit: " GiB",
      labels: ["In use", "Platform"],
      columns: [of(({ memory }) => gib(memory)), of(({ platform_memory }) => gib(platform_memory))],
    },
    {
      title: `Disk, of ${short(gib(disk))} GiB`,
      unit: " GiB",
      labels: ["In use"],
      columns: [of(({ disk }) => gib(disk))],
    },
    {
      title: "Waiting runs and queries",
      unit: "",
      labels: ["Waiting"],
      columns: [of(({ waiting }) => waiting)],
    },
    {
      title: "Delay of the platform",
      unit: " ms",
      labels: ["Longest delay"],
      columns: [of(({ event_loop_delay }) => rounded(event_loop_delay * 1000))],
    },
  ];
}

const short = (value: number) => readable(Number(value.toPrecision(3)));
