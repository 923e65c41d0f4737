import { printable } from "../../lib/printable.ts";
import { Field } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/schema-form/number-input.tsx";
import { kindOf, type Schema } from "../../ui/schema-form/schema.ts";
import { SchemaField } from "../../ui/schema-form/schema-field.tsx";
import { type Problems, SchemaForm } from "../../ui/schema-form/schema-form.tsx";
import type { Settings } from "./settings.ts";
import { UnknownFields } from "./unknown-fields.tsx";

interface Props {
  settings: Settings;
  problems: Problems;
  onChange(settings: Settings): void;
}

/** Settings with other values; `undefined` removes one. */
function changed(settings: Settings, values: Partial<Record<keyof Settings, unknown>>): Settings {
  const next = { ...settings, ...values };
  return Object.fromEntries(
    Object.entries(next).filter(([, value]) => value !== undefined),
  ) as unknown as Settings;
}

interface TextProps extends Props {
  name: "name" | "schedule" | "timezone";
  label: string;
  help: string;
  placeholder?: string;
  suggestions?: readonly string[];
}

function Text({ settings, problems, onChange, name, label, help, placeholder, suggestions }: TextProps) {
  return (
    <div data-pointer={`/${name}`}>
      <Field label={label} help={help} error={problems.get(`/${name}`)}>
        {(field) => (
          <>
            <input
              {...field}
              class="input"
              type="text"
              autoComplete="off"
              spellcheck={false}
              placeholder={placeholder}
              value={settings[name] ?? ""}
              // The types of Preact allow a list only with a role that browsers give it anyway.
              {...((suggestions && { list: `${field.id}-list` }) as object | undefined)}
              onInput={({ currentTarget: { value } }) =>
                onChange(
                  changed(settings, { [name]: value === "" && name === "timezone" ? undefined : value }),
                )
              }
            />
            {suggestions && (
              <datalist id={`${field.id}-list`}>
                {suggestions.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            )}
          </>
        )}
      </Field>
    </div>
  );
}

export function NameField(props: Props) {
  return <Text {...props} name="name" label="Name" help="Unique among your bots." />;
}

interface VersionProps extends Props {
  versions: readonly string[];
  help?: string | undefined;
}

export function VersionField({ settings, problems, versions, help, onChange }: VersionProps) {
  return (
    <div data-pointer="/version">
      <Field label="Version" help={help} error={problems.get("/version")}>
        {(field) => (
          <select
            {...field}
            value={settings.version}
            onChange={({ currentTarget: { value } }) => onChange(changed(settings, { version: value }))}
          >
            {[...new Set([settings.version, ...versions])].map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** When a scheduled bot runs. */
export function ScheduleFields(props: Props) {
  const { settings, problems, onChange } = props;
  return (
    <>
      <Text
        {...props}
        name="schedule"
        label="Schedule"
        help="Cron: minute, hour, day of month, month, day of week."
        placeholder="0 * * * *"
      />
      <Text
        {...props}
        name="timezone"
        label="Time zone"
        help="IANA name, for example America/New_York."
        placeholder="default: UTC"
        suggestions={zones}
      />
      <div data-pointer="/catch_up">
        <Field
          label="Missed ticks"
          help="Ticks that were not started before their deadline."
          error={problems.get("/catch_up")}
        >
          {(field) => (
            <select
              {...field}
              value={settings.catch_up ?? ""}
              onChange={({ currentTarget: { value } }) =>
                onChange(changed(settings, { catch_up: value || undefined }))
              }
            >
              <option value="">recorded as missed (default)</option>
              <option value="none">recorded as missed</option>
              <option value="last">the last one is run</option>
            </select>
          )}
        </Field>
      </div>
      <Seconds
        {...props}
        name="start_deadline_seconds"
        label="Start deadline"
        help="How late a tick may start, in seconds, 1 to 86400; after that it is missed."
        placeholder="default: 60"
      />
      <Seconds
        {...props}
        name="timeout_seconds"
        label="Time limit of a run"
        help="In seconds, 1 to 86400."
        placeholder="the platform's default"
      />
    </>
  );
}

interface SecondsProps extends Props {
  name: "start_deadline_seconds" | "timeout_seconds";
  label: string;
  help: string;
  placeholder: string;
}

function Seconds({ settings, problems, name, label, help, placeholder, onChange }: SecondsProps) {
  return (
    <div data-pointer={`/${name}`}>
      <Field label={label} help={help} error={problems.get(`/${name}`)}>
        {(field) => (
          <NumberInput
            field={field}
            placeholder={placeholder}
            value={settings[name]}
            onChange={(value) => onChange(changed(settings, { [name]: value }))}
          />
        )}
      </Field>
    </div>
  );
}

interface ConfigProps extends Props {
  schema: Schema;
  /** Whether the config was made for another version. */
  isOfOther?: boolean;
}

/** The config of a bot, by the schema of its custom bot. */
export function ConfigFields({ settings, problems, schema, isOfOther = false, onChange }: ConfigProps) {
  const unknown = (isOfOther || schema.additionalProperties === false) && (
    <UnknownFields settings={settings} schema={schema} onChange={onChange} />
  );
  const config = { schema, value: settings.config, problems, pointer: "/config" };
  if (kindOf(schema) === "alternatives")
    return (
      <div class="stack">
        {unknown}
        <SchemaField
          {...config}
          name="Config"
          isRequired
          depth={0}
          onChange={(next) => onChange(changed(settings, { config: next ?? {} }))}
        />
      </div>
    );
  return (
    <fieldset data-pointer="/config">
      <legend class="given">{printable(schema.title ?? "Config")}</legend>
      <div class="stack">
        {schema.description && <p class="soft small given">{printable(schema.description)}</p>}
        {problems.has("/config") && <p class="field-error small given">{problems.get("/config")}</p>}
        {unknown}
        <SchemaForm {...config} onChange={(next) => onChange(changed(settings, { config: next }))} />
      </div>
    </fieldset>
  );
}
