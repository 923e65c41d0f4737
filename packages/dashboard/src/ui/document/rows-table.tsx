import { useState } from "preact/hooks";
import { WrittenNumber } from "../../lib/exact-json.ts";
import { printable } from "../../lib/printable.ts";
import { Button } from "../button.tsx";
import type { Rows } from "./rows.ts";
import { Scalar } from "./tree.tsx";

const atOnce = 200;

/** A list of objects; columns of numbers stand right. */
export function RowsTable({ table: { of, columns, rows } }: { table: Rows }) {
  const [shown, setShown] = useState(atOnce);
  const isNumber = columns.map((_, at) => rows.every((row) => isNumeric(row[at])));
  return (
    <div class="document-table">
      <table>
        <caption class="small soft given">
          {of === undefined ? "" : `${printable(of)}: `}
          {rows.length.toLocaleString()} {rows.length === 1 ? "row" : "rows"}
        </caption>
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={name} scope="col" class={isNumber[at] ? "given number" : "given"}>
                {printable(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={columns[at]} class={isNumber[at] ? "number" : undefined}>
                  {cell === undefined ? <span class="soft">–</span> : <Scalar value={cell} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button kind="quiet" onClick={() => setShown(shown + atOnce)}>
          Show more ({(rows.length - shown).toLocaleString()} left)
        </Button>
      )}
    </div>
  );
}

const isNumeric = (cell: unknown): boolean =>
  cell === undefined || cell === null || cell instanceof WrittenNumber;
