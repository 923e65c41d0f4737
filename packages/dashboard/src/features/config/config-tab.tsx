import { useState } from "preact/hooks";
import { search, setSearch } from "../../app/url.ts";
import { differences } from "../../lib/changes.ts";
import { canDeploy } from "../../platform/session.ts";
import { useAction } from "../../platform/use-action.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Diff } from "../../ui/diff.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Json } from "../../ui/json.tsx";
import { Loaded, Panel } from "../../ui/panel.tsx";
import type { TabProps } from "../bot/tabs.tsx";
import { getChoices, patchBot } from "./api/config.ts";
import { patchOf, problemsOf, type Settings, settingsOf } from "./settings.ts";
import { SettingsForm } from "./settings-form.tsx";

export default function ConfigTab(props: TabProps) {
  const { bot } = props;
  const [version, setVersion] = useState(bot.version);
  const choices = useResource(() => getChoices(bot.custom_bot, version), [bot.custom_bot, version]);
  const asJson = search.value.get("as") === "json";
  return (
    <Panel
      title="Settings"
      actions={
        <Button aria-pressed={asJson} onClick={() => setSearch({ as: asJson ? undefined : "json" })}>
          {asJson ? "Show form" : "Show JSON"}
        </Button>
      }
    >
      {asJson ? (
        <Json text={JSON.stringify({ type: bot.type, ...settingsOf(bot) }, undefined, 2)} />
      ) : (
        <Loaded resource={choices}>
          {({ schema, versions }) => (
            <Edit key={bot.revision} {...props} schema={schema} versions={versions} onVersion={setVersion} />
          )}
        </Loaded>
      )}
    </Panel>
  );
}

type EditProps = TabProps &
  Omit<Parameters<typeof SettingsForm>[0], "settings" | "problems" | "onChange" | "isScheduled"> & {
    onVersion(version: string): void;
  };

function Edit({ bot, onChange, schema, versions, onVersion }: EditProps) {
  const before = settingsOf(bot);
  const [settings, setSettings] = useState<Settings>(before);
  const [reviewing, setReviewing] = useState(false);
  const changes = differences(before, settings);
  const save = useAction(async () => {
    setReviewing(false);
    onChange(await patchBot(bot, patchOf(before, settings)));
  });
  const restarts = bot.schedule === undefined && bot.desired === "running";
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (changes.length > 0) setReviewing(true);
      }}
    >
      <SettingsForm
        settings={settings}
        isScheduled={bot.schedule !== undefined}
        schema={schema}
        versions={versions}
        problems={problemsOf(save.error)}
        onChange={(next) => {
          if (next.version !== settings.version) onVersion(next.version);
          setSettings(next);
        }}
      />
      {save.error !== undefined && <Failure error={save.error} />}
      {canDeploy.value && (
        <div class="actions">
          <Button kind="main" type="submit" disabled={changes.length === 0 || save.running}>
            Review {changes.length || "no"} {changes.length === 1 ? "change" : "changes"}
          </Button>
          <Button disabled={changes.length === 0} onClick={() => setSettings(before)}>
            Discard
          </Button>
        </div>
      )}
      {reviewing && (
        <Dialog title={`Change ${bot.name}`} onClose={() => setReviewing(false)}>
          <Diff changes={changes} />
          <p>
            {restarts
              ? "The bot is restarted with the new settings."
              : "The new settings are used from the next start on."}
          </p>
          <div class="actions">
            <Button onClick={() => setReviewing(false)}>Cancel</Button>
            <Button kind="main" onClick={() => void save.run()}>
              Save
            </Button>
          </div>
        </Dialog>
      )}
    </form>
  );
}
