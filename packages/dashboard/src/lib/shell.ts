/** What a terminal acts upon, or what hides or reorders other characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A word of a command for a shell. What cannot be seen is written by its bytes, as bash, zsh and ksh read them. */
export function shellWord(text: string): string {
  // A word that begins with an equals sign is the path of a program in zsh.
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text)) return text;
  if (!unseen.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const parts = Array.from(text, (one) => {
    if (one === "'" || one === "\\") return `\\${one}`;
    if (!unseen.test(one)) return one;
    const bytes = [...new TextEncoder().encode(one)];
    return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  });
  return `$'${parts.join("")}'`;
}

/** The word that names a bot in a command: its name, unless a shell or the command could take it for something else. */
export const botWord = ({ name, bot_id }: { name: string; bot_id: string }): string =>
  shellWord(name === "" || name.startsWith("-") || unseen.test(name) ? bot_id : name);

/** A JSON text in which everything can be seen. Line feeds stay: they are between its values, never in its texts. */
export const visibleJson = (json: string): string =>
  json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) =>
    one
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
