import { cleanLine } from "./clean.ts";

/** A name as it is typed in a command that is shown to be copied: quoted where a shell would take it apart. */
export function shellWord(name: string): string {
  const text = cleanLine(name);
  return /^[\w./:@%+,-]+$/u.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
