import type { Difference } from "../lib/changes.ts";
import { printable } from "../lib/printable.ts";
import { Scroll } from "./scroll.tsx";

/** What will change, field by field. */
export function Diff({ changes }: { changes: readonly Difference[] }) {
  return (
    <Scroll name="Changes">
      <table class="diff">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row" class="given">
                {printable(path)}
              </th>
              <td class="given mono small">
                {before === undefined ? <em class="soft">not set</em> : printable(before)}
              </td>
              <td class="given mono small">
                {after === undefined ? <em class="soft">not set</em> : printable(after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
