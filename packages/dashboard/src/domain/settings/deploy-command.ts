import type { InstanceConfig } from "@botyard/client/browser";
import { visibleJson } from "../../lib/shell.ts";

/** The command that creates the same bot. It can be pasted into a POSIX shell: no line of JSON is the word END. */
export const deployCommand = (instance: InstanceConfig): string =>
  `platform bot deploy - <<'END'\n${visibleJson(JSON.stringify(instance, undefined, 2))}\nEND`;
