/** Colours for people; every one is the identity where colour is off. */
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

/** Colour is for a terminal that can show it and a user who did not say no. */
export function wantsColour(
  env: Record<string, string | undefined>,
  isTerminal: boolean,
  flag: boolean | undefined,
): boolean {
  return isTerminal && flag !== false && !env.NO_COLOR && env.TERM !== "dumb";
}
