import { labelsText, type SettingName, settingNames, settingRow } from "@botyard/manifest/settings";
import { printable } from "../../lib/printable.ts";
import { Field, type Given } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/schema-form/number-input.tsx";
import { kindOf, type Schema } from "../../ui/schema-form/schema.ts";
import { SchemaField } from "../../ui/schema-form/schema-field.tsx";
import { type Problems, SchemaForm } from "../../ui/schema-form/schema-form.tsx";
import { ResourcesFields } from "./resources-fields.tsx";
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

interface OneProps extends Props {
  name: SettingName;
}

/** The value of a setting, without the types of the others. */
const given = (settings: Settings, name: SettingName): unknown => settings[name];

function Text({ settings, onChange, name, field }: OneProps & { field: Given }) {
  const row = settingRow(name);
  const suggestions = name === "timezone" ? zones : undefined;
  return (
    <>
      <input
        {...field}
        class="input"
        type="text"
        autoComplete="off"
        spellcheck={false}
        placeholder={row.kind === "text" ? row.example : undefined}
        value={String(given(settings, name) ?? "")}
        // The types of Preact allow a list only with a role that browsers give it anyway.
        {...((suggestions && { list: `${field.id}-list` }) as object | undefined)}
        onInput={({ currentTarget: { value } }) =>
          onChange(changed(settings, { [name]: value === "" && !row.isRequired ? undefined : value }))
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
  );
}

function Choice({ settings, onChange, name, field }: OneProps & { field: Given }) {
  const row = settingRow(name);
  if (row.kind !== "choice") return null;
  return (
    <select
      {...field}
      value={String(given(settings, name) ?? "")}
      onChange={({ currentTarget: { value } }) => onChange(changed(settings, { [name]: value || undefined }))}
    >
      <option value="">{row.words[row.default]} (default)</option>
      {Object.entries(row.words).map(([word, meaning]) => (
        <option key={word} value={word}>
          {meaning}
        </option>
      ))}
    </select>
  );
}

function Seconds({ settings, onChange, name, field }: OneProps & { field: Given }) {
  const row = settingRow(name);
  if (row.kind !== "seconds") return null;
  return (
    <NumberInput
      field={field}
      placeholder={row.default === "platform" ? "the platform's default" : `default: ${row.default}`}
      value={given(settings, name) as number | undefined}
      onChange={(value) => onChange(changed(settings, { [name]: value }))}
    />
  );
}

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone")];
/** A word, or JSON: few bots narrow what their custom bot asks for. */
function NetworkInput({ settings, onChange, name, field }: OneProps & { field: Given }) {
  const value = given(settings, name);
  return (
    <input
      {...field}
      class="input mono"
      type="text"
      autoComplete="off"
      spellcheck={false}
      placeholder="what the custom bot asks for"
      value={typeof value === "object" ? JSON.stringify(value) : String(value ?? "")}
      onChange={({ currentTarget: { value: text } }) =>
        onChange(changed(settings, { [name]: readNetwork(text) }))
      }
    />
  );
}

/** What cannot be read is sent as it is: the platform says what is wrong with it. */
function readNetwork(text: string): unknown {
  const plain = text.trim();
  if (plain === "") return undefined;
  try {
    return plain.startsWith("{") ? JSON.parse(plain) : plain;
  } catch {
    return plain;
  }
}

/** `key=text`, separated by commas. What is being typed is kept as it is until the field is left. */
function LabelsInput({ settings, onChange, name, field }: OneProps & { field: Given }) {
  const value = given(settings, name);
  return (
    <input
      {...field}
      class="input"
      type="text"
      autoComplete="off"
      spellcheck={false}
      placeholder="for example team=research, env=live"
      value={typeof value === "object" ? labelsText(value as Record<string, string>) : String(value ?? "")}
      onInput={({ currentTarget: { value: text } }) =>
        onChange(changed(settings, { [name]: text === "" ? undefined : text }))
      }
      onBlur={({ currentTarget: { value: text } }) =>
        onChange(changed(settings, { [name]: readLabels(text) }))
      }
    />
  );
}

/** What cannot be read is sent as it is, as of a network. */
function readLabels(text: string): unknown {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0) return undefined;
  if (parts.some((part) => !part.includes("="))) return text;
  const pairs = parts.map((part) => [
    part.slice(0, part.indexOf("=")).trim(),
    part.slice(part.indexOf("=") + 1).trim(),
  ]);
  return Object.fromEntries(pairs.sort(([one], [other]) => (one! < other! ? -1 : 1)));
}

const inputs = {
  text: Text,
  choice: Choice,
  seconds: Seconds,
  network: NetworkInput,
  labels: LabelsInput,
  // These have more than one field, or depend on the custom bot.
  resources: () => null,
  config: () => null,
};
/** These have fields of their own, which depend on the custom bot. */
const special: readonly SettingName[] = ["version", "config"];

function Fields({ names, ...props }: Props & { names: readonly SettingName[] }) {
  return (
    <>
      {names.map((name) => {
        const row = settingRow(name);
        const Input = inputs[row.kind];
        if (row.kind === "resources")
          return (
            <ResourcesFields
              key={name}
              title={row.title}
              help={row.description}
              problems={props.problems}
              value={props.settings.resources}
              onChange={(resources) => props.onChange(changed(props.settings, { resources }))}
            />
          );
        return (
          <div key={name} data-pointer={`/${name}`}>
            <Field
              label={row.title}
              help={row.description.replaceAll("`", "")}
              error={props.problems.get(`/${name}`)}
            >
              {(field) => <Input {...props} name={name} field={field} />}
            </Field>
          </div>
        );
      })}
    </>
  );
}

const namesOf = (only: string | undefined) =>
  settingNames.filter((name) => settingRow(name).only === only && !special.includes(name));

/** The settings of bots of every execution model. */
export const CommonFields = (props: Props) => <Fields {...props} names={namesOf(undefined)} />;

/** When a scheduled bot runs. */
export const ScheduleFields = (props: Props) => <Fields {...props} names={namesOf("scheduled")} />;

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
