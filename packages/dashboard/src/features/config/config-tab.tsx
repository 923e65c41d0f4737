import type { TabProps } from "../../domain/bot-tab.ts";
import { settingsOf } from "../../domain/settings/settings.ts";
import { isOwn } from "../../platform/session.ts";
import { Json } from "../../ui/json.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Revisions } from "./revisions.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

export default function ConfigTab(props: TabProps) {
  return (
    <div class="stack">
      {isOwn(props.bot) ? <SettingsPanel {...props} /> : <ForeignSettings {...props} />}
      <Revisions {...props} />
    </div>
  );
}

/** The form needs the schema of the package, which only its owner can read. */
function ForeignSettings({ bot }: Pick<TabProps, "bot">) {
  return (
    <Panel title="Settings" actions={<span class="soft small">Revision {bot.revision}</span>}>
      <p class="soft small">Only the owner of a bot can change its settings.</p>
      <Json text={JSON.stringify({ type: bot.type, ...settingsOf(bot) }, undefined, 2)} />
    </Panel>
  );
}
