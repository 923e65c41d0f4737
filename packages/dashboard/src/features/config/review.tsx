import type { Bot } from "@botyard/client/browser";
import { type SettingName, settingNames, settingRow } from "@botyard/manifest/settings";
import type { Difference } from "../../lib/changes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Diff } from "../../ui/diff.tsx";

interface Props {
  bot: Bot;
  changes: readonly Difference[];
  onSave(): void;
  onClose(): void;
}

/** What will be saved, and what follows from it. */
export function Review({ bot, changes, onSave, onClose }: Props) {
  return (
    <Dialog title="Save these changes?" onClose={onClose}>
      <div class="stack">
        {changes.length > 0 && <Diff changes={changes} />}
        <p>
          {changes.length > 0
            ? consequence(bot, changes)
            : "Nothing changes: what you removed are the defaults, which the platform adds again."}
        </p>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" onClick={onSave}>
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What the platform does after a change of settings. */
export function consequence(bot: Bot, changes: readonly Difference[]): string {
  if (bot.schedule !== undefined)
    return "The next run uses the new settings. A run that is under way is left alone.";
  const replaces = (name: SettingName) =>
    settingRow(name).replaces && changes.some(({ path }) => new RegExp(`^${name}\\b`).test(path));
  if (!settingNames.some(replaces))
    return "The bot keeps running: its process does not depend on what changes.";
  return bot.desired === "running"
    ? "The bot is restarted with the new settings."
    : "The bot is stopped. It uses the new settings when it is started.";
}
