import { createRequire } from "node:module";
import { join } from "node:path";
import { cargo } from "../run/rust.ts";
import { adviceFor, type Toolchain } from "../run/toolchains.ts";
import { wasm as wasmPack } from "../run/wasm.ts";
import { buildNative, buildWasm, native, wasm } from "./bindings.ts";
import { packNative, packWasm } from "./pack-bindings.ts";

/** A package of the Rust core for JavaScript. */
export interface CompiledCore {
  name: string;
  /** Its folder, with absolute path. */
  folder: string;
  /** Why it cannot be built on this machine; undefined if it can. */
  whyNot(): Promise<string | undefined>;
  /** Builds it if its sources have changed since. */
  build(): Promise<void>;
  /** Packs what has been built into a folder; returns the names of the archives. */
  pack(folder: string): Promise<string[]>;
  /** Returns its rooms, which `sdks/rust/bindings/src/core.ts` declares. */
  load(): Promise<object>;
}

const whyNot = (tool: Toolchain) => async () => ((await tool.isThere()) ? undefined : adviceFor(tool));

export const nativeCore: CompiledCore = {
  ...{ name: "@botyard/core-native", folder: native, build: buildNative, pack: packNative },
  whyNot: whyNot(cargo),
  // The package loads the extension from the package of a platform, which only an installation has.
  async load() {
    const { coreOf } = await import(join(native, "dist", "core.js"));
    return coreOf(createRequire(import.meta.url)(join(native, "dist", "core.node")));
  },
};

export const wasmCore: CompiledCore = {
  ...{ name: "@botyard/core-wasm", folder: wasm, build: buildWasm, pack: packWasm },
  whyNot: whyNot(wasmPack),
  load: () => import(join(wasm, "dist", "nodejs.js")),
};

export const compiledCores = [nativeCore, wasmCore];
