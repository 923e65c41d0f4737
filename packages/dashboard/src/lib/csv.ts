const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** Puts an apostrophe in front of a text that a spreadsheet would take for a formula. A number is none. */
export const withoutFormula = (text: string): string =>
  formula.test(text) && !number.test(text) ? `'${text}` : text;
