import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export interface Given {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": "true" | undefined;
}

interface Props {
  label: ComponentChildren;
  /** What the field means. */
  help?: ComponentChildren;
  /** Why its value is refused. */
  error?: string | undefined;
  /** The input, which gets these attributes. */
  children: (field: Given) => ComponentChildren;
}

/** A field of a form with its label, and what belongs to it. */
export function Field({ label, help, error, children }: Props) {
  const id = useId();
  const parts = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": parts || undefined, "aria-invalid": error ? "true" : undefined })}
      {help && (
        <span class="soft small" id={`${id}-help`}>
          {help}
        </span>
      )}
      {error && (
        <span class="field-error small given" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
