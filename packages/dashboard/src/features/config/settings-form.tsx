import { Field } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/schema-form/number-input.tsx";
import type { Schema } from "../../ui/schema-form/schema.ts";
import { type Problems, SchemaForm } from "../../ui/schema-form/schema-form.tsx";
import type { Settings } from "./settings.ts";

interface Props {
  settings: Settings;
  isScheduled: boolean;
  schema: Schema;
  versions: readonly string[];
  problems: Problems;
  onChange(settings: Settings): void;
}

/** The settings of a bot: those of the platform, and its config by the schema of its custom bot. */
export function SettingsForm({ settings, isScheduled, schema, versions, problems, onChange }: Props) {
  const set = (values: Partial<Record<keyof Settings, unknown>>) => {
    const next: Record<string, unknown> = { ...settings, ...values };
    for (const [name, value] of Object.entries(values)) if (value === undefined) delete next[name];
    onChange(next as Settings);
  };
  const text = (
    name: "name" | "schedule" | "timezone",
    label: string,
    help: string,
    placeholder?: string,
  ) => (
    <Field label={label} help={help} error={problems.get(`/${name}`)}>
      {(field) => (
        <input
          {...field}
          class="input"
          autoComplete="off"
          placeholder={placeholder}
          value={settings[name] ?? ""}
          onInput={({ currentTarget: { value } }) =>
            set({ [name]: value === "" && name !== "name" ? undefined : value })
          }
        />
      )}
    </Field>
  );
  return (
    <div class="form">
      {text("name", "Name", "Unique among your bots.")}
      <Field label="Version" error={problems.get("/version")}>
        {(field) => (
          <select
            {...field}
            value={settings.version}
            onChange={({ currentTarget: { value } }) => set({ version: value })}
          >
            {[...new Set([settings.version, ...versions])].map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isScheduled && (
        <>
          {text("schedule", "Schedule", "Cron: minute, hour, day of month, month, day of week.", "0 * * * *")}
          {text("timezone", "Time zone", "IANA name, for example America/New_York.", "default: UTC")}
          <Field
            label="Missed ticks"
            help="What happens with ticks that were due while the platform was down."
            error={problems.get("/catch_up")}
          >
            {(field) => (
              <select
                {...field}
                value={settings.catch_up ?? ""}
                onChange={({ currentTarget: { value } }) => set({ catch_up: value || undefined })}
              >
                <option value="">default: none</option>
                <option value="none">are recorded as missed</option>
                <option value="last">the last one is run</option>
              </select>
            )}
          </Field>
          <Field label="Time limit of a run" help="In seconds." error={problems.get("/timeout_seconds")}>
            {(field) => (
              <NumberInput
                field={field}
                placeholder="the platform's default"
                value={settings.timeout_seconds}
                onChange={(value) => set({ timeout_seconds: value })}
              />
            )}
          </Field>
        </>
      )}
      <fieldset>
        <legend>{schema.title ?? "Config"}</legend>
        {schema.description && <p class="soft small given">{schema.description}</p>}
        {problems.has("/config") && <p class="field-error small given">{problems.get("/config")}</p>}
        <SchemaForm
          schema={schema}
          value={settings.config}
          problems={problems}
          pointer="/config"
          onChange={(config) => set({ config })}
        />
      </fieldset>
    </div>
  );
}
