import { posix } from "node:path";
import { showPath } from "../files/path-rules.ts";
import type { ProblemCode } from "../problems/codes.ts";
import type { Runtime } from "./table.ts";

/** Why a file cannot be an entrypoint. */
export type EntrypointFault = { code: ProblemCode; message: string; next: string };

/** Checks the name of an entrypoint: not a source file, a supported extension, a main class where one is needed. */
export function entrypointNameFault(
  runtime: Runtime,
  role: "bot" | "query",
  path: string,
  main: string | undefined,
): EntrypointFault | undefined {
  const extension = posix.extname(path).toLowerCase();
  const shown = showPath(path);
  if (runtime.sourceExtensions.includes(extension)) {
    return {
      code: "entrypoint.source_file",
      message: `entrypoints.${role} names ${shown}, a source file; ${runtime.title} is a compiled runtime.`,
      next: `Build the project and name ${artifactOf(runtime)} that the build writes.`,
    };
  }
  if (runtime.entryExtensions.length > 0 && !runtime.entryExtensions.includes(extension)) {
    return {
      code: "entrypoint.wrong_extension",
      message: `entrypoints.${role} names ${shown}, which ${runtime.title} cannot start.`,
      next: `Name a file that ends with ${runtime.entryExtensions.join(", ")}.`,
    };
  }
  return runtime.kind === "jar" ? mainClassFault(runtime, role, path, main) : undefined;
}

function mainClassFault(
  runtime: Runtime,
  role: "bot" | "query",
  path: string,
  main: string | undefined,
): EntrypointFault | undefined {
  const needed = runtime[role].some((part) => part.includes("{main}"));
  const form = `Write ${path}:<main class>, for instance ${path}:com.example.Queries`;
  const className = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;
  if (needed && main === undefined) {
    const message = `entrypoints.${role} names a jar without its main class.`;
    return { code: "entrypoint.main_class_missing", message, next: form };
  }
  if (main === undefined) return undefined;
  if (!needed) {
    const message = `entrypoints.${role} names a main class, but it is taken from the jar's manifest.`;
    return { code: "entrypoint.main_class_unused", message, next: `Write ${path}` };
  }
  if (className.test(main)) return undefined;
  return {
    code: "entrypoint.invalid_main_class",
    message: `${showPath(main)} is not a class name.`,
    next: form,
  };
}

export function artifactOf(runtime: Runtime): string {
  return { interpreted: "the script", binary: "the binary", assembly: "the assembly (.dll)", jar: "the jar" }[
    runtime.kind
  ];
}
