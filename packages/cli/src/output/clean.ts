/**
 * Makes text safe for a terminal: removes escape sequences, control characters and direction overrides, which can
 * make a terminal show false output. Tabs and line feeds are kept.
 */
export function clean(text: string): string {
  return text.replace(escapeSequences, "").replace(/\r\n/g, "\n").replace(unsafe, "");
}

/** Like `clean`, on one line, for a table cell. */
export function cleanLine(text: string): string {
  return clean(text).replace(/[\t\n]+/g, " ");
}

// CSI, OSC (ended by BEL or ST, or cut off), DCS and their like, and two-character escapes.
const escapeSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;

const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
