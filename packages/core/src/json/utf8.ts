// Available in every JavaScript runtime, but not declared by the language's own library.
declare const TextDecoder: new (
  label: string,
  options: { fatal?: boolean; ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };

const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
const loose = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes UTF-8; keeps a byte order mark, which the JSON reader rejects.
 *
 * @throws {TypeError} if the bytes are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return strict.decode(bytes);
}

/** Decodes UTF-8; replaces invalid bytes with U+FFFD and keeps a byte order mark. */
export function decodeUtf8Loosely(bytes: Uint8Array): string {
  return loose.decode(bytes);
}

/** Returns the number of bytes of `text` in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // A surrogate pair is four bytes for two units, so each half adds one.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
