import { encodeKey, metricLine, readJson, readLine, writeJson } from "@botyard/core";
import { compiledCores } from "../build/compiled-cores.ts";
import { type Amount, interleave, median, type Row, type Skipped } from "./numbers.ts";

/** The rooms of a compiled core that are measured. */
interface Rooms {
  json: { read(text: string): unknown; write(value: unknown): string };
  log: { readLine(text: string, stream: "stdout"): unknown };
  metric: { line(type: string, data: unknown, now: Date): string };
  state: { fileName(key: string): string };
}

const small = { symbol: "AAPL", side: "buy", price: 187.5, size: 100, signal: true };
const large = { trades: Array.from({ length: 500 }, (_, at) => ({ ...small, id: at, price: at / 7 })) };
const now = new Date("2024-05-06T07:08:09.123Z");
const metric = metricLine("trade", small, now);
const text = "2024-05-06 07:08:09 INFO bought 100 AAPL at 187.5";
const fail = (reason: string) => new TypeError(reason);

/** What is measured: with a compiled core, and with the core in TypeScript. */
const calls: { name: string; compiled: (rooms: Rooms) => () => unknown; typescript: () => unknown }[] = [
  {
    name: "JSON read, 80 bytes",
    compiled: ({ json }) => reading(json.read, small),
    typescript: reading(readJson, small),
  },
  {
    name: "JSON read, 45 kB",
    compiled: ({ json }) => reading(json.read, large),
    typescript: reading(readJson, large),
  },
  {
    name: "JSON write, 80 bytes",
    compiled:
      ({ json }) =>
      () =>
        json.write(small),
    typescript: () => writeJson(small, fail),
  },
  {
    name: "JSON write, 45 kB",
    compiled:
      ({ json }) =>
      () =>
        json.write(large),
    typescript: () => writeJson(large, fail),
  },
  {
    name: "metric line",
    compiled:
      ({ metric }) =>
      () =>
        metric.line("trade", small, now),
    typescript: () => metricLine("trade", small, now),
  },
  {
    name: "line of a metric read",
    compiled:
      ({ log }) =>
      () =>
        log.readLine(metric, "stdout"),
    typescript: () => readLine(metric, "stdout"),
  },
  {
    name: "line of text read",
    compiled:
      ({ log }) =>
      () =>
        log.readLine(text, "stdout"),
    typescript: () => readLine(text, "stdout"),
  },
  {
    name: "state key to file name",
    compiled:
      ({ state }) =>
      () =>
        state.fileName("Last price"),
    typescript: () => encodeKey("Last price"),
  },
];

function reading(read: (text: string) => unknown, value: unknown): () => unknown {
  const text = JSON.stringify(value);
  return () => read(text);
}

/** Compares the compiled cores with the core in TypeScript. Needs no platform. */
export async function* bindings(amount: Amount): AsyncIterable<Row | Skipped> {
  for (const { name, whyNot, build, load } of compiledCores) {
    const skipped = await whyNot();
    if (skipped !== undefined) {
      yield { name, skipped };
      continue;
    }
    await build();
    const rooms = (await load()) as Rooms;
    for (const call of calls) yield await compare(name, call, rooms, amount);
  }
}

async function compare(
  core: string,
  call: (typeof calls)[number],
  rooms: Rooms,
  amount: Amount,
): Promise<Row> {
  const compiled = call.compiled(rooms);
  // Calls in one round are as many as take about 20 ms.
  const count = callsIn(amount(20, 2), call.typescript);
  const { a, b } = await interleave(
    amount(15, 1),
    async () => timeOf(count, compiled),
    async () => timeOf(count, call.typescript),
  );
  const each = (samples: number[]) => `${((median(samples) / count) * 1e6).toFixed(0)} ns`;
  return {
    name: `${core}: ${call.name} ÷ TypeScript`,
    value: median(b) / median(a),
    unit: "×",
    detail: `${each(a)} and ${each(b)} a call; above 1 the compiled core is faster`,
  };
}

function callsIn(milliseconds: number, call: () => unknown): number {
  for (let count = 1; ; count *= 2) {
    const took = timeOf(count, call);
    if (took > milliseconds / 4) return Math.ceil((count * milliseconds) / took);
  }
}

function timeOf(count: number, call: () => unknown): number {
  const began = performance.now();
  for (let at = 0; at < count; at++) call();
  return performance.now() - began;
}
