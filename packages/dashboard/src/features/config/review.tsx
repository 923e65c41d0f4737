import type { Bot } from "@botyard/client/browser";
import { type Settings, settingsOf } from "../../domain/settings/settings.ts";
import type { Difference } from "../../lib/changes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Diff } from "../../ui/diff.tsx";

interface Props {
  bot: Bot;
  after: Settings;
  changes: readonly Difference[];
  onSave(): void;
  onClose(): void;
}

/** What will be saved, and what follows from it. */
export function Review({ bot, after, changes, onSave, onClose }: Props) {
  return (
    <Dialog title="Save these changes?" onClose={onClose}>
      <div class="stack">
        <Diff changes={changes} />
        <p>{consequence(bot, after)}</p>
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
export function consequence(bot: Bot, after: Settings): string {
  const before = settingsOf(bot);
  const isCode =
    before.version !== after.version || JSON.stringify(before.config) !== JSON.stringify(after.config);
  if (bot.schedule !== undefined)
    return "The next run uses the new settings. A run that is under way is left alone.";
  if (!isCode) return "The bot keeps running: only its name changes.";
  return bot.desired === "running"
    ? "The bot is restarted with the new settings."
    : "The bot is stopped. It uses the new settings when it is started.";
}
