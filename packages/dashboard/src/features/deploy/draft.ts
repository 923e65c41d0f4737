import type { CustomBot } from "@botyard/client/browser";
import { signal } from "@preact/signals";
import type { Settings } from "../../domain/settings/settings.ts";

/** What has been entered, by custom bot. It stays while the reader goes back and forth, also to other pages. */
const drafts = signal<Record<string, Settings>>({});

/** The settings entered for a custom bot, or those to begin with. */
export function draftOf({ name, type, version }: CustomBot): Settings {
  const draft = drafts.value[name] ?? {
    ...{ name, version, config: {} },
    ...(type === "scheduled" && { schedule: "0 * * * *" }),
  };
  return { ...draft, version };
}

export function keepDraft(customBot: string, draft: Settings): void {
  drafts.value = { ...drafts.value, [customBot]: draft };
}

export function forgetDraft(customBot: string): void {
  const { [customBot]: _created, ...others } = drafts.value;
  drafts.value = others;
}
