import { nativeCore, wasmCore } from "../../../../packages/repo/src/build/compiled-cores.ts";

// vitest declares tests before any of them runs, so that the reasons are needed at once.
export const native = { ...nativeCore, whyNot: await nativeCore.whyNot() };
export const wasm = { ...wasmCore, whyNot: await wasmCore.whyNot() };
export const cores = [native, wasm];
