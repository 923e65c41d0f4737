import type { Source } from "./yaml/read.ts";

/** Adds a problem unless the text is a normalised path below its folder. */
export function checkPath(source: Source, at: { at: number } | number, path: string): void {
  const parts = path.split("/");
  if (path.startsWith("/") || parts.some((part) => part === "" || part === "." || part === "..")) {
    const shown = JSON.stringify(path);
    source.problem(
      at,
      `${shown} is not a path below the case's folder; it cannot have a leading /, an empty part, . or ..`,
    );
  }
}

/** Adds a problem unless the text is padded base64. */
export function checkBase64(source: Source, at: { at: number } | number, text: string): void {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) {
    source.problem(at, `${JSON.stringify(text.slice(0, 40))} is not base64`);
  }
}
