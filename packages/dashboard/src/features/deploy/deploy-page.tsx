import type { DryRun, InstanceConfig } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { go, search, setSearch } from "../../app/url.ts";
import { useAction } from "../../platform/use-action.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Command } from "../../ui/copy.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field } from "../../ui/field.tsx";
import { Json } from "../../ui/json.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { problemsOf, type Settings } from "../config/settings.ts";
import { SettingsForm } from "../config/settings-form.tsx";
import { type Chosen, createBot, dryRun, getChosen, listCustomBots } from "./api/deploy.ts";
import { Ticks } from "./ticks.tsx";

export default function DeployPage() {
  const customBots = useResource(listCustomBots, []);
  const name = search.value.get("custom_bot") ?? "";
  return (
    <>
      <div class="page-head">
        <h1>Create a bot</h1>
      </div>
      <Panel title="1. Custom bot">
        <Loaded resource={customBots} empty={(all) => all.length === 0 && <NoCustomBots />}>
          {(all) => (
            <Field label="Custom bot">
              {(field) => (
                <select
                  {...field}
                  value={name}
                  onChange={({ currentTarget: { value } }) =>
                    setSearch({ custom_bot: value, version: undefined })
                  }
                >
                  <option value="">Choose …</option>
                  {all.map((one) => (
                    <option key={one.name} value={one.name}>
                      {one.name} ({one.type}, {one.runtime})
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
        </Loaded>
      </Panel>
      {name !== "" && <Configure key={name} name={name} />}
    </>
  );
}

function NoCustomBots() {
  return (
    <Empty>
      <h2>No custom bots yet</h2>
      <p>A bot is made of a package with your code. Create one, and upload it.</p>
      <Command text="platform custom-bot init my-bot --runtime python311" />
      <Command text="platform custom-bot deploy" />
    </Empty>
  );
}

function Configure({ name }: { name: string }) {
  const version = search.value.get("version") ?? undefined;
  const chosen = useResource(() => getChosen(name, version), [name, version]);
  return <Loaded resource={chosen}>{(value) => <Form {...value} />}</Loaded>;
}

function Form({ customBot, schema }: Chosen) {
  const isScheduled = customBot.type === "scheduled";
  const [settings, setSettings] = useState<Settings>({
    name: customBot.name,
    version: customBot.version,
    ...(isScheduled && { schedule: "0 * * * *" }),
    config: {},
  });
  const [checked, setChecked] = useState<DryRun>();
  const instance: InstanceConfig = { ...settings, type: `${customBot.type}/${customBot.name}` };
  const check = useAction(async () => setChecked(await dryRun(instance)));
  const create = useAction(async () => {
    const bot = await createBot(instance);
    go(`/bots/${encodeURIComponent(bot.bot_id)}`);
  });
  const error = check.error ?? create.error;
  const text = JSON.stringify(instance, undefined, 2);
  return (
    <>
      <Panel title="2. Settings">
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void check.run();
          }}
        >
          <SettingsForm
            settings={settings}
            isScheduled={isScheduled}
            schema={schema}
            versions={customBot.versions}
            problems={problemsOf(error)}
            onChange={(next) => {
              if (next.version !== settings.version) setSearch({ version: next.version });
              setSettings(next);
              setChecked(undefined);
            }}
          />
          {error !== undefined && <Failure error={error} />}
          <div class="actions">
            <Button kind="main" type="submit" disabled={check.running}>
              Check
            </Button>
          </div>
        </form>
      </Panel>
      {checked && (
        <Panel title="3. Review">
          <div class="stack" aria-live="polite">
            <p>
              Everything is valid. The bot gets version {checked.version} and this config, with its defaults:
            </p>
            <Json text={JSON.stringify(checked.config, undefined, 2)} />
            {checked.next_ticks && <Ticks ticks={checked.next_ticks} timezone={settings.timezone ?? "UTC"} />}
            <div class="actions">
              <Button kind="main" disabled={create.running} onClick={() => void create.run()}>
                Create {settings.name}
              </Button>
            </div>
            <h3>The same in a terminal</h3>
            <Command text={`platform bot deploy - <<'END'\n${text}\nEND`} />
          </div>
        </Panel>
      )}
    </>
  );
}
