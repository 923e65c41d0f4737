import { printable } from "../../lib/printable.ts";
import { Button } from "../../ui/button.tsx";
import type { Schema } from "../../ui/schema-form/schema.ts";
import { type Settings, unknownFields } from "./settings.ts";

interface Props {
  settings: Settings;
  schema: Schema;
  onChange(settings: Settings): void;
}

/** Names the values that a version of the custom bot has no fields for: they are kept until the reader removes them. */
export function UnknownFields({ settings, schema, onChange }: Props) {
  const names = unknownFields(schema, settings.config);
  if (names.length === 0) return null;
  const isOne = names.length === 1;
  const isRefused = schema.additionalProperties === false;
  const kept = Object.entries(settings.config).filter(([name]) => !names.includes(name));
  return (
    <div class="banner" role="status">
      <span class="given">
        Version {settings.version} does not have the {isOne ? "field" : "fields"}{" "}
        {printable(names.join(", "))}.{" "}
        {isRefused
          ? `It takes no others: remove ${isOne ? "it" : "them"} before you save.`
          : `${isOne ? "Its value is" : "Their values are"} kept.`}
      </span>
      <Button onClick={() => onChange({ ...settings, config: Object.fromEntries(kept) })}>
        {isOne ? "Remove it" : "Remove them"}
      </Button>
    </div>
  );
}
