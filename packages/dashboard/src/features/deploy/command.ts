import type { InstanceConfig } from "@botyard/client/browser";

/** Characters that a terminal acts upon, or that hide or reorder others. */
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The command that creates the same bot. It can be pasted into a POSIX shell: no line of JSON is the word END. */
export function deployCommand(instance: InstanceConfig): string {
  const text = JSON.stringify(instance, undefined, 2).replace(unseen, (one) =>
    [...Array(one.length).keys()]
      .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
  return `platform bot deploy - <<'END'\n${text}\nEND`;
}
