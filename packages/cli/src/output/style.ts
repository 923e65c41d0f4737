/** Functions that colour text. Without colour they return the text unchanged. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const paint = (on: boolean, open: number, close: number) => (text: string) =>
  on ? `\u001b[${open}m${text}\u001b[${close}m` : text;

export function styleFor(on: boolean): Style {
  return {
    bold: paint(on, 1, 22),
    dim: paint(on, 2, 22),
    red: paint(on, 31, 39),
    green: paint(on, 32, 39),
    yellow: paint(on, 33, 39),
    cyan: paint(on, 36, 39),
  };
}

/** Returns true if the stream is a terminal that supports colours, and colours are not disabled. */
export function wantsColour(
  env: Record<string, string | undefined>,
  isTerminal: boolean,
  flag: boolean | undefined,
): boolean {
  return isTerminal && flag !== false && !env.NO_COLOR && env.TERM !== "dumb";
}
