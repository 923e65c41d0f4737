import { builtin } from "./builtin.ts";

// Every JavaScript runtime has it, but neither the language's library nor Node's types name it.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => object;
};

/**
 * Ends the whole process at once: no `finally`, no exit handler, from any thread [RES-7, RES-8].
 *
 * `process.exit` would run exit handlers, and in a worker end only that thread.
 */
export function endProcess(exitCode: number): never {
  const { isMainThread } = builtin("node:worker_threads");
  if (!isMainThread) endFromWorker(exitCode);
  (process as unknown as { reallyExit(code: number): void }).reallyExit(exitCode);
  throw new Error("unreachable");
}

/** Ends the process as a program ends by itself: exit handlers run. */
export function exitProcess(exitCode: number): never {
  process.exit(exitCode);
}

/** Calls back when nothing is left that could still happen. */
export function whenOutOfWork(action: () => void): void {
  process.once("beforeExit", action);
}

/**
 * Node gives a worker one way only to end the process with an exit code and without the main thread's help:
 * WASI's proc_exit, called here by a module of one instruction. Where the permission model forbids WASI, the worker
 * alone ends.
 */
function endFromWorker(exitCode: number): void {
  try {
    const { WASI } = builtin("node:wasi");
    const wasi = new WASI({ version: "preview1", returnOnExit: false });
    const module = new WebAssembly.Module(exitModule(exitCode));
    wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
  } catch {
    // Fall back to ending the thread.
  }
}

/** `(import "wasi_snapshot_preview1" "proc_exit") (func (export "_start") (call 0 (i32.const exitCode)))`, assembled. */
function exitModule(exitCode: number): Uint8Array {
  const name = (text: string) => [text.length, ...Buffer.from(text)];
  const section = (id: number, ...bytes: number[]) => [id, bytes.length, ...bytes];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, 2, 0x60, 1, 0x7f, 0, 0x60, 0, 0),
    ...section(2, 1, ...name("wasi_snapshot_preview1"), ...name("proc_exit"), 0x00, 0),
    ...section(3, 1, 1),
    ...section(5, 1, 0x00, 1),
    ...section(7, 2, ...name("memory"), 0x02, 0, ...name("_start"), 0x00, 1),
    ...section(10, 1, 6, 0, 0x41, exitCode, 0x10, 0, 0x0b),
  ]);
}
