import type { ComponentChildren } from "preact";
import { Scroll } from "./scroll.tsx";

/** The name of a column: of numbers, which are aligned at their end, or hidden, so that only screen readers say it. */
type Column = string | { number: string } | { hidden: string };

interface Props {
  name: string;
  columns: readonly Column[];
  class?: string;
  /** The rows. */
  children: ComponentChildren;
}

/** A table with a row of names at its top. */
export function Table({ name, columns, class: kind, children }: Props) {
  return (
    <Scroll name={name}>
      <table class={kind}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th
                key={at}
                scope="col"
                class={typeof column === "object" && "number" in column ? "number" : undefined}
              >
                {typeof column === "string" ? (
                  column
                ) : "number" in column ? (
                  column.number
                ) : (
                  <span class="hidden-text">{column.hidden}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}
