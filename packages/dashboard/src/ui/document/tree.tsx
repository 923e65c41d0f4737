import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Exact, WrittenNumber } from "../../lib/exact-json.ts";
import { printable } from "../../lib/printable.ts";
import { Button } from "../button.tsx";

const atOnce = 100;
const longestText = 2_000;

interface Props {
  value: Exact;
  /** Name of the field, or number of the item. */
  name?: string;
  depth?: number;
}

/** A JSON value whose objects and lists open and close. What is closed is not in the page. */
export function Tree({ value, name, depth = 0 }: Props) {
  const label = name !== undefined && <span class="tree-name given">{printable(name)}</span>;
  if (value === null || typeof value !== "object" || value instanceof WrittenNumber)
    return (
      <div class="tree-row">
        {label}
        <Scalar value={value} quoted />
      </div>
    );
  const parts: [string, Exact][] = Array.isArray(value)
    ? value.map((one, index) => [String(index), one])
    : Object.entries(value);
  const noun = Array.isArray(value) ? "item" : "field";
  const size = `${parts.length.toLocaleString()} ${parts.length === 1 ? noun : `${noun}s`}`;
  if (parts.length === 0)
    return (
      <div class="tree-row">
        {label}
        <span class="soft">{Array.isArray(value) ? "[] empty list" : "{} empty object"}</span>
      </div>
    );
  return <Branch label={label} size={size} parts={parts} depth={depth} />;
}

interface BranchProps {
  label: ComponentChildren;
  size: string;
  parts: [string, Exact][];
  depth: number;
}

function Branch({ label, size, parts, depth }: BranchProps) {
  const [isOpen, setOpen] = useState(depth < 2 && parts.length <= atOnce);
  const [shown, setShown] = useState(atOnce);
  return (
    <details class="tree" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {label} <span class="soft small">{size}</span>
      </summary>
      {isOpen && (
        <div class="tree-parts">
          {parts.slice(0, shown).map(([name, value]) => (
            <Tree key={name} name={name} value={value} depth={depth + 1} />
          ))}
          {parts.length > shown && (
            <Button kind="quiet" onClick={() => setShown(shown + atOnce * 5)}>
              Show more ({(parts.length - shown).toLocaleString()} left)
            </Button>
          )}
        </div>
      )}
    </details>
  );
}

interface ScalarProps {
  value: null | boolean | string | WrittenNumber;
  /** Whether texts stand in quotes, which tell `"1"` from `1`. */
  quoted?: boolean;
}

/** A text, a number, true, false or null. A long text is cut. */
export function Scalar({ value, quoted = false }: ScalarProps) {
  if (typeof value !== "string") {
    const kind = value instanceof WrittenNumber ? "number" : "word";
    return <span data-json={kind}>{value instanceof WrittenNumber ? value.text : String(value)}</span>;
  }
  const isCut = value.length > longestText;
  return (
    <span data-json="text" class="given">
      {quoted && '"'}
      {printable(isCut ? value.slice(0, longestText) : value)}
      {quoted && '"'}
      {isCut && (
        <span class="soft small">
          {" "}
          … {(value.length - longestText).toLocaleString()} more characters; copy or download to see all
        </span>
      )}
    </span>
  );
}
