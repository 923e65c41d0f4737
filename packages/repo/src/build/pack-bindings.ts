import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../root.ts";
import { run } from "../run/command.ts";
import { native, wasm } from "./bindings.ts";

interface Manifest {
  name: string;
  version: string;
  [field: string]: unknown;
}

/** The platforms that a release has `core.node` for; each of them packs its own. */
const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64-gnu", "linux-x64-gnu", "win32-x64-msvc"];

/**
 * Packs `@botyard/core-native`, which must be built, into `folder`: the package itself, and that of this machine's platform.
 *
 * @returns the names of the archives
 */
export async function packNative(folder: string): Promise<string[]> {
  const manifest = manifestOf(native);
  const { name, version, license, engines } = manifest;
  const [os, cpu, libc] = platformOfThisMachine();
  const platform = [os, cpu, libc].filter(Boolean).join("-");
  const optionalDependencies = Object.fromEntries(platforms.map((one) => [`${name}-${one}`, version]));
  const own: Manifest = {
    ...{ name: `${name}-${platform}`, version, license, engines, main: "core.node" },
    description: `What ${name} loads on ${platform}.`,
    ...{ os: [os], cpu: [cpu] },
    ...(os === "linux" ? { libc: [libc === "gnu" ? "glibc" : libc] } : {}),
    files: ["core.node"],
  };
  const isShared = (file: string) => !/\/(core\.node|sources\.sha256)$/.test(file);
  return [
    await pack(folder, { ...manifest, optionalDependencies }, (at) => {
      cpSync(join(native, "dist"), join(at, "dist"), { recursive: true, filter: isShared });
      cpSync(join(native, "README.md"), join(at, "README.md"));
    }),
    await pack(folder, own, (at) => {
      cpSync(join(native, "dist", "core.node"), join(at, "core.node"));
      writeFileSync(join(at, "README.md"), `# ${own.name}\n\n${own.description} Install ${name} instead.\n`);
    }),
  ];
}

/**
 * Packs `@botyard/core-wasm`, which must be built, into `folder`.
 *
 * @returns the names of the archives
 */
export async function packWasm(folder: string): Promise<string[]> {
  const isShared = (file: string) => !file.endsWith("/sources.sha256");
  return [
    await pack(folder, manifestOf(wasm), (at) => {
      cpSync(join(wasm, "dist"), join(at, "dist"), { recursive: true, filter: isShared });
      cpSync(join(wasm, "README.md"), join(at, "README.md"));
    }),
  ];
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Packs a package whose files `fill` writes. */
async function pack(folder: string, manifest: Manifest, fill: (at: string) => void): Promise<string> {
  const at = mkdtempSync(join(tmpdir(), "botyard-pack-"));
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(at, "package.json"), JSON.stringify(manifest, undefined, 2));
    cpSync(join(root, "LICENSE"), join(at, "LICENSE"));
    fill(at);
    const { code, output } = await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
      cwd: at,
      quiet: true,
    });
    if (code !== 0) throw new Error(`npm pack exited with code ${code}:\n${output.trimEnd()}`);
    return `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`;
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

/** Returns the system, the processor and, where there are several, the C library or the compiler of this machine. */
function platformOfThisMachine(): [os: string, cpu: string, libc?: string] {
  const { platform, arch } = process;
  if (platform === "win32") return [platform, arch, "msvc"];
  if (platform !== "linux") return [platform, arch];
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return [platform, arch, header.glibcVersionRuntime === undefined ? "musl" : "gnu"];
}
