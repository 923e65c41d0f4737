import { useState } from "preact/hooks";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import {
  faultOf,
  faultOfName,
  faultOfText,
  faultOfValue,
  type Kind,
  kinds,
  type Param,
  readParams,
  writeParams,
} from "./params.ts";

interface Props {
  /** JSON text of an object; may be broken while it is edited. */
  text: string;
  onChange(text: string, fault: string | undefined): void;
}

/** Parameters of a query: one field for each, or the JSON text. */
export function ParamsEditor({ text, onChange }: Props) {
  const [params, setParams] = useState(() => readParams(text));
  const [asText, setAsText] = useState(params === undefined);
  const change = (next: Param[]) => {
    setParams(next);
    onChange(writeParams(next), firstFault(next));
  };
  const isRows = !asText && params !== undefined;
  const toRows = () => {
    setParams(readParams(text));
    setAsText(false);
  };
  return (
    <fieldset class="params">
      <legend>Parameters</legend>
      {isRows ? (
        <Rows params={params} onChange={change} />
      ) : (
        <Field
          label="JSON object"
          help="Sent as written: numbers keep their digits."
          error={faultOfText(text)}
        >
          {(field) => (
            <textarea
              {...field}
              class="mono"
              rows={Math.min(12, Math.max(3, text.split("\n").length))}
              spellcheck={false}
              value={text}
              onInput={({ currentTarget: { value } }) => onChange(value, faultOfText(value))}
            />
          )}
        </Field>
      )}
      <div class="actions">
        {isRows && (
          <Button onClick={() => change([...params, { name: "", kind: "text", value: "" }])}>
            Add a parameter
          </Button>
        )}
        {isRows ? (
          <Button kind="quiet" disabled={firstFault(params) !== undefined} onClick={() => setAsText(true)}>
            Edit as JSON
          </Button>
        ) : (
          <Button kind="quiet" disabled={faultOfText(text) !== undefined} onClick={toRows}>
            Edit as fields
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const firstFault = (params: Param[]): string | undefined =>
  params.map((param, at) => faultOf(param, params.slice(0, at))).find(Boolean);

function Rows({ params, onChange }: { params: Param[]; onChange(params: Param[]): void }) {
  const change = (at: number, part: Partial<Param>) =>
    onChange(params.map((param, index) => (index === at ? { ...param, ...part } : param)));
  if (params.length === 0) return <p class="soft small">None: the query uses its defaults.</p>;
  return (
    <>
      {params.map((param, at) => (
        <div class="param" key={at}>
          <Field label="Name" error={faultOfName(param, params.slice(0, at))}>
            {(field) => (
              <input
                {...field}
                class="input mono"
                value={param.name}
                onInput={({ currentTarget: { value } }) => change(at, { name: value })}
              />
            )}
          </Field>
          <Field label="Type">
            {(field) => (
              <select
                {...field}
                value={param.kind}
                onChange={({ currentTarget: { value } }) => change(at, asKind(param, value as Kind))}
              >
                {kinds.map((kind) => (
                  <option key={kind}>{kind}</option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Value" error={faultOfValue(param)}>
            {(field) =>
              param.kind === "true or false" ? (
                <select
                  {...field}
                  value={param.value}
                  onChange={({ currentTarget: { value } }) => change(at, { value })}
                >
                  <option>true</option>
                  <option>false</option>
                </select>
              ) : (
                <input
                  {...field}
                  class="input mono"
                  inputMode={param.kind === "number" ? "decimal" : "text"}
                  value={param.value}
                  onInput={({ currentTarget: { value } }) => change(at, { value })}
                />
              )
            }
          </Field>
          <Button
            kind="quiet"
            aria-label={`Remove ${param.name || "the parameter"}`}
            onClick={() => onChange(params.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
    </>
  );
}

function asKind(param: Param, kind: Kind): Partial<Param> {
  const isWord = param.value === "true" || param.value === "false";
  return kind === "true or false" && !isWord ? { kind, value: "true" } : { kind };
}
