import { posix } from "node:path";
import type { Failure, Observation, Step } from "../model.ts";
import type { Call } from "../system-call.ts";
import { isKeyFile, placeOf } from "./files.ts";
import { finding, type Judged } from "./finding.ts";
import { everyOp } from "./trace.ts";

/** Judges whether what was put in place was on disk before, and whether removals of keys are [RES-4, ST-6, ST-21]. */
export function judgeDurable({ step, seen }: Judged): Failure[] {
  const { durable = [] } = step.expect;
  if (durable.length === 0) return [];
  const { calls } = seen;
  if (!calls) return [finding("calls", "were not traced", "error")];
  const targets = targetsOf(seen);
  return durable.flatMap((what) => {
    const [target, at] = [
      targets[what],
      (path: string) => (what === "result" ? what : `state ${posix.basename(path)}`),
    ];
    const renames = calls.filter((call): call is Rename => call.kind === "rename" && target(call.to));
    const removals = calls.filter(({ kind, path }) => kind === "remove" && path !== null && target(path));
    const isState = what === "state";
    if (renames.length === 0 && !(isState && removals.length > 0)) {
      const wanted = isState
        ? "a file of a key to be put in place or removed"
        : "a temporary file to be renamed to it";
      return [finding(what, `expected ${wanted}, saw none`)];
    }
    const inPlace = calls.find(({ kind, path }) => kind === "write" && path !== null && target(path));
    return [
      ...renames.flatMap((rename) => unflushed(at(rename.to), rename, calls)),
      ...(isState
        ? [
            ...renames.flatMap((rename) => folderFaults(at(rename.to), rename, step, seen, calls)),
            ...removals.flatMap((removal) => folderFaults(at(removal.path!), removal, step, seen, calls)),
          ]
        : []),
      ...(inPlace ? [finding(at(inPlace.path!), "was written to in its place")] : []),
    ].slice(0, 3);
  });
}

type Rename = Extract<Call, { kind: "rename" }>;

/** Returns which paths are those of the result, and of keys. */
export function targetsOf(seen: Observation): Record<"state" | "result", (path: string) => boolean> {
  const dir = seen.placeholders.dir!;
  const result = posix.join(dir, placeOf(seen, "RESULT_PATH", "result.json"));
  const state = stateFolderOf(seen);
  return {
    result: (path) => path === result,
    state: (path) => posix.dirname(path) === state && isKeyFile(posix.basename(path)),
  };
}

export const stateFolderOf = (seen: Observation): string =>
  posix.join(seen.placeholders.dir!, placeOf(seen, "STATE_DIR", ".state"));

function unflushed(at: string, rename: Rename, calls: Call[]): Failure[] {
  const written = calls.filter(
    (call) => call.kind === "write" && call.path === rename.path && call.begin < rename.begin,
  );
  const last = Math.max(-1, ...written.map(({ end }) => end));
  const flushes = calls.filter((call) => isFlushOf(call, rename.path) && call.end < rename.begin);
  if (flushes.some(({ begin }) => begin >= last)) return [];
  const why = flushes.length > 0 ? "was not flushed to disk after its last write" : "was not flushed to disk";
  return [finding(at, `its temporary file ${why} before it was renamed`)];
}

/** The directory must be flushed before the adapter records that the call has returned. */
function folderFaults(at: string, change: Call, step: Step, seen: Observation, calls: Call[]): Failure[] {
  const folder = stateFolderOf(seen);
  const flushes = calls.filter((call) => isFlushOf(call, folder) && call.begin > change.end);
  const what = change.kind === "remove" ? "removal" : "rename";
  if (flushes.length === 0) return [finding(at, `STATE_DIR was not flushed to disk after the ${what}`)];
  // Another thread may record its own calls in between.
  if (everyOp(step.ops).some(({ op }) => op === "parallel" || op === "background")) return [];
  const trace = seen.env.CONF_TRACE;
  const noted = calls.find(
    ({ kind, path, begin }) => kind === "write" && path === trace && begin >= change.end,
  );
  if (!noted || flushes.some(({ end }) => end < noted.begin)) return [];
  return [finding(at, "STATE_DIR was flushed to disk only after the call had returned")];
}

const isFlushOf = (call: Call, path: string): boolean =>
  call.kind === "flush" && (call.path === path || call.path === null);
