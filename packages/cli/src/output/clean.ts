/**
 * Text of a bot made safe for a terminal: escape sequences, control characters and direction overrides are taken
 * out, since any of them can make a screen show what was never written. Tabs and line feeds stay.
 */
export function clean(text: string): string {
  return text.replace(escapeSequences, "").replace(/\r\n/g, "\n").replace(unsafe, "");
}

/** The same on one line, for a cell of a table. */
export function cleanLine(text: string): string {
  return clean(text).replace(/[\t\n]+/g, " ");
}

// CSI, OSC (ended by BEL or ST, or cut off), DCS and their like, and two-character escapes.
const escapeSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this takes out
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;

const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this takes out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
