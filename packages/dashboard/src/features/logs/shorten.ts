const longest = 2_000;
const mostRows = 20;

/** Returns the beginning of a message that is too long or too high for a list. */
export function shorten(message: string): { text: string; isCut: boolean } {
  let text = message.length > longest ? message.slice(0, longest) : message;
  // Half of a character that needs two is not one.
  if (/[\uD800-\uDBFF]$/.test(text) && text.length < message.length) text = text.slice(0, -1);
  let end = -1;
  for (let row = 0; row < mostRows; row++) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return { text, isCut: text.length < message.length };
  }
  text = text.slice(0, end);
  return { text, isCut: true };
}
