import { stateFolderOf, targetsOf } from "../judge/durable.ts";
import { streamFile } from "../judge/one-write.ts";
import type { Expect, Observation, Step } from "../model.ts";
import type { Call } from "../system-call.ts";
import type { Mutant } from "./mutant.ts";

/** Changed system calls and the name of the change. */
interface ChangedCalls {
  name: string;
  calls: Call[];
}

/** Yields the mutants of the traced system calls of a step. */
export function* ofCalls(step: Step, seen: Observation): Generator<Mutant> {
  for (const { name, calls } of changedCalls(step, seen))
    yield { mutation: `calls.${name}`, seen: { ...seen, calls } };
}

function* changedCalls({ expect }: Step, seen: Observation): Generator<ChangedCalls> {
  const { calls } = seen;
  const { durable = [], oneWrite = [] } = expect;
  if (!calls || durable.length + oneWrite.length === 0) return;
  yield { name: "emptied", calls: [] };
  yield* ofFiles(durable, calls, seen);
  for (const stream of oneWrite) yield* ofWrites(streamFile(seen, stream), calls);
}

/** Splits each write, and joins it with the next one. */
function* ofWrites(file: string, calls: Call[]): Generator<ChangedCalls> {
  const at = [...calls.keys()].filter((i) => calls[i]!.kind === "write" && calls[i]!.path === file);
  for (const [n, i] of at.entries()) {
    const write = calls[i]!;
    if (write.kind !== "write") continue;
    const [part, rest] = [
      { ...write, size: 1 },
      { ...write, size: write.size - 1 },
    ];
    yield { name: "write-split", calls: calls.toSpliced(i, 1, part, rest) };
    const next = calls[at[n + 1] ?? -1];
    if (next?.kind !== "write") continue;
    const both = { ...next, size: write.size + next.size };
    yield { name: "writes-joined", calls: calls.with(at[n + 1]!, both).toSpliced(i, 1) };
  }
}

/** Leaves out and moves flushes of the files that must be durable. */
function* ofFiles(
  durable: NonNullable<Expect["durable"]>,
  calls: Call[],
  seen: Observation,
): Generator<ChangedCalls> {
  const targets = targetsOf(seen);
  const flushesOf = (path: string) => (call: Call) =>
    call.kind === "flush" && (call.path === path || call.path === null);
  const without = (isGone: (call: Call) => boolean) => calls.filter((call) => !isGone(call));
  for (const rename of calls) {
    if (rename.kind !== "rename" || !durable.some((what) => targets[what](rename.to))) continue;
    const { thread, path, begin, end } = rename;
    const isFlush = flushesOf(path);
    yield { name: "flush-less", calls: without(isFlush) };
    const late = (call: Call): Call => (isFlush(call) ? { ...call, begin: end, end } : call);
    yield { name: "flush-after-rename", calls: calls.map(late) };
    const again: Call = { kind: "write", thread, path, size: 1, begin: begin - 0.5, end: begin - 0.5 };
    yield { name: "write-after-flush", calls: [...calls, again] };
    const inPlace: Call = { kind: "write", thread, path: rename.to, size: 1, begin: end, end };
    yield { name: "write-in-place", calls: [...calls, inPlace] };
  }
  if (durable.includes("state")) {
    const isFlush = flushesOf(stateFolderOf(seen));
    yield { name: "folder-flush-less", calls: without(isFlush) };
    const atStart = (call: Call): Call => (isFlush(call) ? { ...call, begin: -1, end: -1 } : call);
    yield { name: "folder-flush-too-early", calls: calls.map(atStart) };
  }
}
