import type { Source } from "./yaml/read.ts";

/** Adds a problem unless the text is a path that stays below its folder, written in one way only. */
export function checkPath(source: Source, at: { at: number } | number, path: string): void {
  const parts = path.split("/");
  if (path.startsWith("/") || parts.some((part) => part === "" || part === "." || part === "..")) {
    const shown = JSON.stringify(path);
    source.problem(
      at,
      `${shown} is no path below the case's folder: no leading /, no empty part, no . and no ..`,
    );
  }
}

/** Adds a problem unless the text is base64 with its padding. */
export function checkBase64(source: Source, at: { at: number } | number, text: string): void {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) {
    source.problem(at, `${JSON.stringify(text.slice(0, 40))} is not base64`);
  }
}
