import { Field } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/schema-form/number-input.tsx";
import type { Problems } from "../../ui/schema-form/schema-form.tsx";
import type { Settings } from "./settings.ts";

type Resources = NonNullable<Settings["resources"]>;

interface Props {
  title: string;
  help: string;
  problems: Problems;
  value: Resources | undefined;
  onChange(resources: Resources | undefined): void;
}

const fields = [
  { name: "memory", label: "Memory", example: "512MiB", isSize: true },
  { name: "cpus", label: "Cores", example: "0.5", isSize: false },
  { name: "processes", label: "Processes", example: "64", isSize: false },
  { name: "disk", label: "Disk space", example: "2GiB", isSize: true },
] as const;

/** What a bot may use. An empty field is the platform's default. */
export function ResourcesFields({ title, help, problems, value = {}, onChange }: Props) {
  const change = (name: keyof Resources, amount: unknown) => {
    const said = Object.entries({ ...value, [name]: amount }).filter(([, one]) => one !== undefined);
    onChange(said.length > 0 ? (Object.fromEntries(said) as Resources) : undefined);
  };
  return (
    <fieldset data-pointer="/resources">
      <legend>{title}</legend>
      <div class="stack">
        <p class="soft small">{help}</p>
        {problems.has("/resources") && <p class="field-error small given">{problems.get("/resources")}</p>}
        {fields.map(({ name, label, example, isSize }) => (
          <div key={name} data-pointer={`/resources/${name}`}>
            <Field label={label} error={problems.get(`/resources/${name}`)}>
              {(field) =>
                isSize ? (
                  <input
                    {...field}
                    class="input"
                    type="text"
                    autoComplete="off"
                    spellcheck={false}
                    placeholder={`for example ${example}`}
                    value={String(value[name] ?? "")}
                    onInput={({ currentTarget }) => change(name, currentTarget.value.trim() || undefined)}
                  />
                ) : (
                  <NumberInput
                    field={field}
                    placeholder={`for example ${example}`}
                    value={value[name]}
                    onChange={(amount) => change(name, amount)}
                  />
                )
              }
            </Field>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
