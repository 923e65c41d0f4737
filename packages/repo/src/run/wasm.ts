import { delimiter } from "node:path";
import { run } from "./command.ts";
import type { Toolchain } from "./toolchains.ts";

/** The version of wasm-bindgen that `sdks/rust/bindings/wasm/Cargo.toml` requires; its program must be the same. */
const bindgen = "0.2.126";

/**
 * The environment of a build of WebAssembly. The folders in `WASM_TOOLS_PATH` come before those in PATH, because the target
 * may belong to another compiler than the one that builds for this machine.
 */
export const wasmEnvironment = {
  PATH: [process.env.WASM_TOOLS_PATH, process.env.PATH].filter(Boolean).join(delimiter),
};

/** wasm-pack, and what it needs. */
export const wasm: Toolchain = {
  name: "wasm-pack",
  install: `install it with: cargo install wasm-pack wasm-bindgen-cli@${bindgen} && rustup target add wasm32-unknown-unknown`,
  async isThere() {
    const proof = `wasm-pack --version && wasm-bindgen --version | grep -qF ' ${bindgen}' &&
      ls "$(rustc --print target-libdir --target wasm32-unknown-unknown)"/libcore-*.rlib`;
    return (await run("sh", ["-c", proof], { quiet: true, env: wasmEnvironment })).code === 0;
  },
};
