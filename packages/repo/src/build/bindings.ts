import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { bin, hidden, root } from "../root.ts";
import { run } from "../run/command.ts";
import { wasmEnvironment } from "../run/wasm.ts";
import { buildByContent } from "./by-content.ts";

const bindings = join(root, "sdks", "rust", "bindings");
export const native = join(bindings, "node");
export const wasm = join(bindings, "wasm");

/** Panics name the files of sources: without this, by their path on this machine. */
const nameless = {
  RUSTFLAGS: [
    process.env.RUSTFLAGS,
    `--remap-path-prefix=${root}=`,
    `--remap-path-prefix=${process.env.CARGO_HOME ?? join(homedir(), ".cargo")}=`,
  ]
    .filter(Boolean)
    .join(" "),
};

const sourcesOf = (folder: string): string[] => [
  import.meta.filename,
  ...["Cargo.toml", "Cargo.lock", "tsconfig.json", "src", "js/src", "js/Cargo.toml"].map((name) =>
    join(bindings, name),
  ),
  ...["src", "Cargo.toml"].flatMap((name) => [join(folder, name), join(root, "sdks", "rust", "core", name)]),
];

/**
 * Compiles the core for the Node.js of this machine, if its sources have changed since, into `node/dist`: the package's
 * files, and `core.node`, which is published in a package of its own.
 */
export async function buildNative(): Promise<void> {
  await buildByContent({
    built: join(native, "dist"),
    sources: sourcesOf(native),
    async make(fresh) {
      const target = join(hidden, "cargo-native");
      const build = ["build", "--release", "--locked", "--quiet", "--package", "botyard-core-node"];
      await done("cargo", build, bindings, { ...nameless, CARGO_TARGET_DIR: target });
      copyFileSync(join(target, "release", libraryName("botyard_core_node")), join(fresh, "core.node"));
      await compile(["native.ts"], fresh);
    },
  });
}

/** Compiles the core to WebAssembly, if its sources have changed since, into `wasm/dist`: the package's files. */
export async function buildWasm(): Promise<void> {
  await buildByContent({
    built: join(wasm, "dist"),
    sources: sourcesOf(wasm),
    async make(fresh) {
      // nodejs.ts loads the module of the target web.
      for (const target of ["web", "bundler"]) {
        const folder = join(fresh, target);
        const options = ["--mode", "no-install", "--no-pack", "--no-typescript", "--quiet"];
        const output = ["--target", target, "--out-name", "core", "--out-dir", folder];
        await done("wasm-pack", ["build", ...options, ...output], wasm, {
          ...wasmEnvironment,
          ...nameless,
          CARGO_TARGET_DIR: join(hidden, "cargo-wasm"),
        });
        rmSync(join(folder, ".gitignore"), { force: true });
      }
      await compile(["nodejs.ts", "bundler.ts", "web.ts"], fresh);
    },
  });
}

/** Compiles entries, and what they import, to JavaScript with declarations. */
async function compile(entries: string[], outDir: string): Promise<void> {
  const config = join(outDir, "tsconfig.json");
  const options = { composite: false, emitDeclarationOnly: false, rootDir: join(bindings, "src"), outDir };
  const files = entries.map((entry) => join(bindings, "src", entry));
  const typeRoots = [join(root, "node_modules", "@types")];
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(bindings, "tsconfig.json"),
      compilerOptions: { ...options, typeRoots },
      files,
      include: [],
    }),
  );
  await done(bin("tsc"), ["-p", config], bindings);
  rmSync(config);
}

const libraryName = (crate: string): string => {
  if (process.platform === "win32") return `${crate}.dll`;
  return `lib${crate}.${process.platform === "darwin" ? "dylib" : "so"}`;
};

async function done(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<void> {
  const { code, output } = await run(command, args, { cwd, env, quiet: true });
  if (code !== 0) throw new Error(`${command} ${args[0]} exited with code ${code}:\n${output.trimEnd()}`);
}
