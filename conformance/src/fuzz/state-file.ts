/** Returns the file name of a key [ST-2]. */
export function fileOf(key: string): string {
  const bytes = [...Buffer.from(key, "utf8")].map((byte) => {
    const char = String.fromCharCode(byte);
    return /[a-z0-9_-]/.test(char) ? char : `%${byte.toString(16).padStart(2, "0")}`;
  });
  return `${bytes.join("")}.json`;
}

/** Returns the key of a file name; undefined if it is not the file of a key [ST-4]. */
export function keyOf(file: string): string | undefined {
  const bytes = file
    .replace(/\.json$/, "")
    .replace(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)));
  const key = Buffer.from(bytes, "latin1").toString("utf8");
  return key !== "" && file.length <= 205 && fileOf(key) === file ? key : undefined;
}

/** Compares by UTF-8 bytes [JSON-15]. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
