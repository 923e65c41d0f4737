const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);
/** Colours and the like that programs write for a terminal. */
const terminalCodes = new RegExp(
  `${esc}\\[[0-9;:?]*[ -/]*[@-~]|${esc}\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
  "g",
);
/** Characters that have no shape, or that change the order of those around them; not those that join letters or emoji. */
const invisible = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Makes a text of a bot safe to look at: what cannot be seen, and what could deceive the eye, is shown by its number. */
export function printable(text: string): string {
  return text
    .replace(terminalCodes, "")
    .replace(invisible, (one) => `‹${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}›`);
}
