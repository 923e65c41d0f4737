// Available in every JavaScript runtime, but not declared by the language's own library.
declare global {
  interface ImportMeta {
    url: string;
  }
}

/** The place of a stack frame. */
export type Place = { file: string; line: number };

const maxCauses = 8;

/** Returns a thrown value's stack as the engine wrote it, followed by those of its causes; undefined if it has none. */
export function stackOf(thrown: unknown): string | undefined {
  const texts: string[] = [];
  let next = thrown;
  while (typeof next === "object" && next !== null && texts.length < maxCauses) {
    try {
      const { stack, cause } = next as { stack?: unknown; cause?: unknown };
      if (typeof stack !== "string" || stack === "") break;
      texts.push(stack);
      next = cause;
    } catch {
      // A stack that cannot be read counts as none.
      break;
    }
  }
  return texts.length === 0 ? undefined : texts.join("\nCaused by: ");
}

/**
 * Finds the innermost frame that belongs neither to the SDK nor to Node's own library. In a bundle without a
 * source map the SDK's frames cannot be distinguished from the bot's.
 *
 * @param message the failure's own message, which precedes the frames and may look like frames
 */
export function placeOf(stack: string, message: string): Place | undefined {
  const at = stack.indexOf(message);
  const frames = (at === -1 ? stack : stack.slice(at + message.length)).split("\nCaused by: ", 1)[0]!;
  const places = frames.split("\n").flatMap((line) => frameOf(line) ?? []);
  return places.find(({ file }) => !isOwn(file));
}

// `at call (/bot/query.js:3:9)`, `at async file:///bot/query.ts:3:9`, `at run (webpack://bot/src/query.ts:3:9)` by webpack's
// source maps; `node:fs:1:2` and `<anonymous>` are not files.
const frame =
  /^\s+at (?:(?!async \/|file:|webpack:|\/|[A-Z]:[\\/]).*? \(|async )?((?:file:\/\/|webpack:\/\/|\/|[A-Z]:[\\/]).*?):(\d+):\d+\)?$/;

function frameOf(line: string): Place | undefined {
  if (line.includes("(eval at ")) return undefined;
  const [, file, number] = frame.exec(line) ?? [];
  return file === undefined ? undefined : { file: pathOf(file), line: Number(number) };
}

/** Converts a file name of a stack to a path; modules are named by URL there, and those of webpack within the project. */
function pathOf(file: string): string {
  if (file.startsWith("webpack://")) return file.replace(/^webpack:\/\/[^/]*\/(?:\.\/)?/, "");
  if (!file.startsWith("file://")) return file;
  try {
    return decodeURIComponent(file.slice("file://".length));
  } catch {
    return file;
  }
}

// In a checkout of this repository the SDK is in other folders than an installed package. In a bundle for CommonJS there
// is no URL.
const url = import.meta.url as string | undefined;
const checkout = /^(.*)\/packages\/core\/src\/query\/stack\.ts$/.exec(pathOf(url ?? ""))?.[1];
const sources =
  checkout === undefined ? [] : [`${checkout}/packages/core/src/`, `${checkout}/sdks/node/src/`];

function isOwn(file: string): boolean {
  return (
    /[\\/]@botyard[\\/](?:core|sdk)[\\/]/.test(file) || sources.some((folder) => file.startsWith(folder))
  );
}
