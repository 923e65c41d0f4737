import { search, setSearch } from "../../lib/url.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Command } from "../../ui/copy.tsx";
import { Field } from "../../ui/field.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { getCustomBot, listCustomBots } from "./api/deploy.ts";
import { goToStep } from "./steps.ts";

/** The first step: which code the bot runs. */
export function ChooseCustomBot() {
  const customBots = useResource(listCustomBots, []);
  const name = search.value.get("custom_bot") ?? "";
  return (
    <Panel title="Custom bot">
      <Loaded resource={customBots} empty={(all) => all.length === 0 && <NoCustomBots />}>
        {(all) => (
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              if (name !== "") goToStep("config");
            }}
          >
            <Field label="Custom bot" help="The package with the code that the bot runs.">
              {(field) => (
                <select
                  {...field}
                  required
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
            {name !== "" && <Version key={name} name={name} />}
            <div class="actions">
              <Button kind="main" type="submit">
                Next: config
              </Button>
            </div>
          </form>
        )}
      </Loaded>
    </Panel>
  );
}

function Version({ name }: { name: string }) {
  const found = useResource((signal) => getCustomBot(name, signal), [name]);
  return (
    <Loaded resource={found}>
      {({ version, versions, description }) => (
        <>
          {description && <p class="soft given">{description}</p>}
          <Field label="Version">
            {(field) => (
              <select
                {...field}
                value={search.value.get("version") ?? version}
                onChange={({ currentTarget: { value } }) => setSearch({ version: value })}
              >
                {versions.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
    </Loaded>
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
