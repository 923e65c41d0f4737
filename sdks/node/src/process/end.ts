import { builtin } from "./builtin.ts";
import { testProcess } from "./test-process.ts";

// Available in every JavaScript runtime, but declared neither by the language's library nor by Node's types.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => object;
};

/**
 * Ends the whole process at once, from any thread, without running `finally` blocks or exit handlers [RES-7, RES-8].
 *
 * `process.exit` would run exit handlers, and in a worker it would end only that thread.
 */
export function endProcess(exitCode: number): never {
  testProcess()?.end(exitCode);
  const { isMainThread } = builtin("node:worker_threads");
  if (!isMainThread) endFromWorker(exitCode);
  (process as unknown as { reallyExit(code: number): void }).reallyExit(exitCode);
  throw new Error("unreachable");
}

/** Ends the process normally: exit handlers run. */
export function exitProcess(exitCode: number): never {
  process.exit(exitCode);
}

/** Calls back when Node's event loop has no work left. */
export function whenOutOfWork(action: () => void): void {
  process.once("beforeExit", action);
}

/**
 * A worker can end the process with an exit code and without the main thread only by WASI's proc_exit, which is called
 * here by a minimal WebAssembly module. If Node's permission model forbids WASI, only the worker ends.
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
