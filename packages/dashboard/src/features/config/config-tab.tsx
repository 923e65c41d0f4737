import type { TabProps } from "../bot/tabs.tsx";
import { Revisions } from "./revisions.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

export default function ConfigTab(props: TabProps) {
  return (
    <div class="stack">
      <SettingsPanel {...props} />
      <Revisions {...props} />
    </div>
  );
}
