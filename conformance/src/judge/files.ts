import { posix } from "node:path";
import { counted } from "../counted.ts";
import { isObject, type Json } from "../json/index.ts";
import type { ExpectedFile, Failure, Observation, SeenFile, Step } from "../model.ts";
import { documentOf } from "./document.ts";
import { finding, type Judged, mismatches } from "./finding.ts";
import { everyOp } from "./trace.ts";

/** Judges the result, the state, and all other files below the case's folder. */
export function judgeFiles(all: Judged): Failure[] {
  const result = placeOf(all.seen, "RESULT_PATH", "result.json");
  const state = placeOf(all.seen, "STATE_DIR", ".state");
  const judged = isCutOff(all.step) ? withoutItsTemporaryFiles(result, state, all) : all;
  return [
    ...judgeResult(result, judged),
    ...judgeState(state, judged),
    ...judgeOthers(result, state, judged),
    ...judgeManners(result, state, judged),
  ];
}

/** Whether the process may end while it writes: it is killed, or one of its threads calls `error` [RES-19]. */
export const isCutOff = (step: Step): boolean => "signal" in step.expect.exit || errorCutsOff(step);

const errorCutsOff = ({ ops }: Step): boolean =>
  everyOp(ops).some(
    ({ op, outcome, lists }) =>
      op === "parallel" &&
      outcome.kind === "ends" &&
      lists.some((list) => everyOp(list.ops).some((inner) => inner.op.startsWith("error"))),
  );

/**
 * Ignores the temporary files of a process that was cut off and could not remove them; those of the result only if it
 * was killed, because `error` waits until a result is complete.
 */
function withoutItsTemporaryFiles(result: string, state: string, judged: Judged): Judged {
  const { before, after } = judged.seen;
  const wasKilled = "signal" in judged.step.expect.exit;
  const isItsOwn = (path: string): boolean => {
    const origin = originOf(posix.dirname(path), posix.basename(path), result, state);
    return !Object.hasOwn(before, path) && origin !== undefined && (wasKilled || origin !== result);
  };
  const kept = Object.entries(after).filter(([path]) => !isItsOwn(path));
  return { ...judged, seen: { ...judged.seen, after: Object.fromEntries(kept) } };
}

/** Returns the path below the case's folder that the contract gives the file or folder. */
export function placeOf(seen: Observation, variable: string, byDefault: string): string {
  const dir = seen.placeholders.dir!;
  const code = posix.resolve(posix.join(dir, "code"), seen.env.CODE_MOUNT_DIR || ".");
  const named = seen.env[variable];
  const path = named ? posix.resolve(posix.join(dir, "code"), named) : posix.join(code, byDefault);
  return posix.relative(dir, path);
}

function judgeResult(path: string, judged: Judged): Failure[] {
  const { result } = judged.step.expect;
  const { before, after } = judged.seen;
  if (result === "unchanged") return judgeUnchanged("result", seenAt(before, path), seenAt(after, path));
  const file = seenAt(after, path);
  if (result === "none") {
    const same = file === undefined || (file.kind !== "file" && sameFile(file, seenAt(before, path)));
    return same ? [] : [finding("result", `expected none, got ${describe(file)}`)];
  }
  if (file?.kind !== "file") return [finding("result", `expected a file, got ${describe(file)}`)];
  return "text" in result
    ? mismatches("result", result.text, latin1AsText(file.bytes))
    : judgeDocument("result", result.json, file.bytes, judged);
}

function judgeState(folder: string, judged: Judged): Failure[] {
  const { state } = judged.step.expect;
  const { before, after } = judged.seen;
  const now = within(after, folder);
  if (state === null) {
    const then = within(before, folder);
    return [...new Set([...Object.keys(then), ...Object.keys(now)])].flatMap((name) =>
      judgeUnchanged(`state ${name}`, seenAt(then, name), seenAt(now, name)),
    );
  }
  const failures = Object.entries(state).flatMap(([name, want]) => {
    const file = seenAt(now, name);
    const at = `state ${name}`;
    if (file?.kind !== "file") return [finding(at, `expected a file, got ${describe(file)}`)];
    const text = isObject(want) && want.size === 1 ? want.get("$text") : undefined;
    if (text !== undefined) return mismatches(at, text, latin1AsText(file.bytes));
    return judgeDocument(at, want, file.bytes, judged);
  });
  for (const [name, file] of Object.entries(now)) {
    const isGiven = file.kind !== "file" && sameFile(file, seenAt(before, posix.join(folder, name)));
    const isNamed =
      Object.hasOwn(state, name) || Object.hasOwn(judged.step.expect.files, posix.join(folder, name));
    if (!isNamed && !isGiven) {
      failures.push(finding(`state ${name}`, `expected nothing, got ${describe(file)}`));
    }
  }
  return failures;
}

function judgeOthers(result: string, state: string, judged: Judged): Failure[] {
  const { before, after } = judged.seen;
  const expected = judged.step.expect.files;
  const failures = Object.entries(expected).flatMap(([path, want]) =>
    judgeFile(path, want, seenAt(after, path), judged),
  );
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (Object.hasOwn(expected, path) || path === result || isBelow(path, state)) continue;
    // Storing a value creates the state folder and its parents; nothing else does [ST-17].
    if (
      (path === state || isBelow(state, path)) &&
      seenAt(after, path)?.kind === "folder" &&
      judged.step.expect.state !== null
    )
      continue;
    if (touched(judged).has(path)) continue;
    failures.push(...judgeUnchanged(`file ${path}`, seenAt(before, path), seenAt(after, path)));
  }
  return failures;
}

/** Returns the files that the script itself creates. */
function touched({ step }: Judged): Set<string> {
  const names = new Set<string>();
  const walk = (ops: typeof step.ops): void => {
    for (const op of ops) {
      if (op.op === "touch") names.add(`code/${String(op.args[0])}`);
      for (const { ops: inner } of op.lists) walk(inner);
    }
  };
  walk(step.ops);
  for (const exchange of step.requests) if (exchange.do === "touch") names.add(`code/${exchange.file}`);
  return names;
}

/**
 * Checks for every case that files are replaced, not overwritten, and that temporary files are named correctly
 * [RES-4, ST-6].
 */
function judgeManners(result: string, state: string, { seen, step }: Judged): Failure[] {
  const failures = [
    ...seen.torn.map((path) => finding(`file ${path}`, "was overwritten in place instead of being replaced")),
    ...seen.strays.map((name) => finding(`file ../${name}`, "was created outside the case's folder")),
  ];
  const wasCutOff = isCutOff(step);
  const files = new Set([...Object.keys(seen.before), ...Object.keys(seen.after)]);
  for (const { folder, name } of seen.names) files.add(posix.join(folder, name));
  for (const { folder, name } of seen.names) {
    const path = posix.join(folder, name);
    const isFinal =
      path === result ||
      [step.expect.files, seen.before, seen.after].some((files) => Object.hasOwn(files, path));
    if (isFinal || (folder === state && isKeyFile(name))) continue;
    const origin = originOf(folder, name, result, state);
    // It is renamed to its target, or that fails because the target exists; a process that is cut off may leave it.
    if (origin === undefined || !(wasCutOff || origin === result || files.has(origin))) {
      failures.push(
        finding(`file ${path}`, "appeared during the step and is not a temporary file by [RES-4] or [ST-6]"),
      );
    }
  }
  return failures;
}

/**
 * Returns the target of a temporary file: the result or a key's file; undefined if it is not a temporary file
 * [RES-4, ST-6].
 */
function originOf(folder: string, name: string, result: string, state: string): string | undefined {
  const stem = /^\.tmp-(.+)-[0-9a-f]{16}$/s.exec(name)?.[1];
  if (stem === undefined) return undefined;
  if (posix.join(folder, stem) === result) return result;
  return folder === state && /^[a-z0-9_%-]{1,200}$/.test(stem)
    ? posix.join(state, `${stem}.json`)
    : undefined;
}

export const isKeyFile = (name: string): boolean => /^(?:[a-z0-9_-]|%[0-9a-f]{2})+\.json$/.test(name);
const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

function judgeFile(path: string, want: ExpectedFile, file: SeenFile | undefined, judged: Judged): Failure[] {
  const at = `file ${path}`;
  if ("any" in want) return [];
  if ("absent" in want) return file ? [finding(at, `expected nothing, got ${describe(file)}`)] : [];
  if ("folder" in want) {
    return file?.kind === "folder" ? [] : [finding(at, `expected a folder, got ${describe(file)}`)];
  }
  if (file?.kind !== "file") return [finding(at, `expected a file, got ${describe(file)}`)];
  return "json" in want
    ? judgeDocument(at, want.json, file.bytes, judged)
    : mismatches(at, want.text, latin1AsText(file.bytes));
}

export function judgeDocument(at: string, want: Json, bytes: string, { lacks }: Judged): Failure[] {
  const document = documentOf(bytes, lacks);
  return "problem" in document ? [finding(at, document.problem)] : mismatches(at, want, document.value);
}

function judgeUnchanged(at: string, then: SeenFile | undefined, now: SeenFile | undefined): Failure[] {
  return sameFile(then, now)
    ? []
    : [finding(at, `expected no change; before: ${describe(then)}; after: ${describe(now)}`)];
}

const sameFile = (a: SeenFile | undefined, b: SeenFile | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Returns everything below a folder, by path relative to it. */
function within(files: Record<string, SeenFile>, folder: string): Record<string, SeenFile> {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => isBelow(path, folder))
      .map(([path, file]) => [path.slice(folder.length + 1), file]),
  );
}

/** Looks up own properties only: a file may be called `constructor`. */
const seenAt = (files: Record<string, SeenFile>, path: string): SeenFile | undefined =>
  Object.hasOwn(files, path) ? files[path] : undefined;

function describe(file: SeenFile | undefined): string {
  if (!file) return "nothing";
  if (file.kind === "link") return `a link to ${file.to}`;
  if (file.kind !== "file") return file.kind === "folder" ? "a folder" : "neither a file nor a folder";
  const text = latin1AsText(file.bytes);
  return `a file of ${counted(file.bytes.length, "byte")}: ${JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)}`;
}

/** Decodes bytes for comparison with expected text; bytes that are not UTF-8 become U+FFFD. */
const latin1AsText = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");
