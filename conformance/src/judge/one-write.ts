import { posix } from "node:path";
import { counted } from "../counted.ts";
import type { Failure, Observation } from "../model.ts";
import { finding, type Judged } from "./finding.ts";

/** Judges whether each line of a stream was passed to the system in one write [MET-1]. */
export function judgeOneWrite({ step, seen }: Judged): Failure[] {
  const { oneWrite = [] } = step.expect;
  if (oneWrite.length > 0 && !seen.calls) return [finding("calls", "were not traced", "error")];
  return oneWrite.flatMap((stream) => {
    const file = streamFile(seen, stream);
    const writes = seen.calls!.flatMap((call) =>
      call.kind === "write" && call.path === file ? [call.size] : [],
    );
    // With a line feed each.
    const lines = (seen[stream] ?? "").split(/(?<=\n)/).map((line) => line.length);
    // Writes of several threads may end in another order than they began.
    const [some, others] = [writes, lines].map((sizes) =>
      sizes.filter((size) => size > 0).sort((a, b) => a - b),
    );
    if (some!.length > 0 && some!.join() === others!.join()) return [];
    const sizes = writes.slice(0, 10).join(", ");
    return [
      finding(
        stream,
        `expected one write for each of ${counted(others!.length, "line")}, got ${counted(writes.length, "write")} of these sizes: ${sizes}`,
      ),
    ];
  });
}

/** Returns the path of the file behind a stream, which is next to the adapter's trace. */
export const streamFile = (seen: Observation, stream: "stdout" | "stderr"): string =>
  posix.join(posix.dirname(seen.env.CONF_TRACE ?? ""), stream);
