import { createRequire } from "node:module";
import { coreOf } from "./core.ts";
import type { Engine } from "./engine.ts";

export * from "./types.ts";
export const { errors, input, json, log, metric, request, result, state } = coreOf(load());

/** Loads the extension from the package of this machine's platform. */
function load(): Engine {
  const platform = platformOfThisMachine();
  const name = `@botyard/core-native-${platform}`;
  try {
    return createRequire(import.meta.url)(name);
  } catch (cause) {
    throw new Error(
      `@botyard/core-native cannot load ${name}. If the platform ${platform} has no such package, use @botyard/core-wasm, ` +
        "which runs on all; otherwise install again with optional dependencies.",
      { cause },
    );
  }
}

function platformOfThisMachine(): string {
  const { platform, arch } = process;
  if (platform === "win32") return `win32-${arch}-msvc`;
  if (platform !== "linux") return `${platform}-${arch}`;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return `linux-${arch}-${header.glibcVersionRuntime === undefined ? "musl" : "gnu"}`;
}
