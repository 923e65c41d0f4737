import { type Core, coreOf } from "./core.ts";
import init, * as engine from "./web/core.js";

export * from "./types.ts";

/**
 * Loads the core and returns its rooms. Later calls return at once.
 *
 * @param module the WebAssembly module: its address or its bytes (default: `web/core_bg.wasm` beside this file)
 * @throws {Error} if it cannot be fetched or compiled
 */
export async function load(module?: string | URL | ArrayBuffer | Uint8Array): Promise<Core> {
  await init(module === undefined ? undefined : { module_or_path: module });
  return coreOf(engine);
}
