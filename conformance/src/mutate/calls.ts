import { stateFolderOf, targetsOf } from "../judge/durable.ts";
import type { Call, Observation, Step } from "../model.ts";

/** Changed system calls and the name of the change. */
interface ChangedCalls {
  name: string;
  calls: Call[];
}

/** Yields changes of the system calls of a step whose files must be durable. */
export function* callMutantsOf({ expect }: Step, seen: Observation): Generator<ChangedCalls> {
  const { calls } = seen;
  const { durable = [] } = expect;
  if (!calls || durable.length === 0) return;
  yield { name: "emptied", calls: [] };
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
    const again: Call = { kind: "write", thread, path, begin: begin - 0.5, end: begin - 0.5 };
    yield { name: "write-after-flush", calls: [...calls, again] };
    const inPlace: Call = { kind: "write", thread, path: rename.to, begin: end, end };
    yield { name: "write-in-place", calls: [...calls, inPlace] };
  }
  if (durable.includes("state")) {
    const isFlush = flushesOf(stateFolderOf(seen));
    yield { name: "folder-flush-less", calls: without(isFlush) };
    const atStart = (call: Call): Call => (isFlush(call) ? { ...call, begin: -1, end: -1 } : call);
    yield { name: "folder-flush-too-early", calls: calls.map(atStart) };
  }
}
