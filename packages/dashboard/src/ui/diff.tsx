import type { Difference } from "../lib/changes.ts";
import { printable } from "../lib/printable.ts";
import { Table } from "./table.tsx";

/** More than anyone reads here, and less than a browser needs long to lay out. */
const longestShown = 2_000;

/** What will change, field by field. */
export function Diff({ changes }: { changes: readonly Difference[] }) {
  return (
    <Table name="Changes" class="diff" columns={["Field", "Before", "After"]}>
      {changes.map(({ path, before, after, isDefault }) => (
        <tr key={path}>
          <th scope="row" class="given">
            {printable(path)}
          </th>
          <td class="given mono small">
            <Value text={before} />
          </td>
          <td class="given mono small">
            <Value text={after} />
            {isDefault && <em class="soft"> (default)</em>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Value({ text }: { text: string | undefined }) {
  if (text === undefined) return <em class="soft">not set</em>;
  const more = text.length - longestShown;
  if (more <= 0) return <>{printable(text)}</>;
  return (
    <>
      {printable(text.slice(0, longestShown))} <em class="soft">… {more.toLocaleString()} more characters</em>
    </>
  );
}
