import { bytes } from "../../lib/bytes.ts";
import { printable } from "../../lib/printable.ts";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { Ago } from "../../ui/time.tsx";
import { AnswerStatus, duration } from "./answer.tsx";
import type { Asked } from "./history.ts";

interface Props {
  asked: Asked[];
  shown: Asked | undefined;
  onChoose(asked: Asked): void;
}

/** What was asked during this visit; one can be looked at, and asked, again. */
export function History({ asked, shown, onChoose }: Props) {
  return (
    <div class="wide">
      <Panel title="Asked in this visit" flush>
        <Table
          name="Asked in this visit"
          columns={["Query", "Outcome", { number: "Took" }, { number: "Size" }, "When"]}
        >
          {asked.map((one) => (
            <tr key={one.number} aria-current={one.number === shown?.number ? "true" : undefined}>
              <th scope="row">
                <button type="button" class="as-link" onClick={() => onChoose(one)}>
                  <span class="mono given">{printable(one.path).slice(0, 100)}</span>
                  {one.params !== "{}" && (
                    <span class="soft small mono given"> {printable(shortened(one.params))}</span>
                  )}
                </button>
              </th>
              <td>
                <AnswerStatus status={one.status} />
              </td>
              <td class="number">{duration(one.milliseconds)}</td>
              <td class="number">{bytes(one.content.length)}</td>
              <td>
                <Ago time={new Date(one.at).toISOString()} />
              </td>
            </tr>
          ))}
        </Table>
      </Panel>
    </div>
  );
}

function shortened(params: string): string {
  const line = params.replaceAll(/\s*\n\s*/g, " ");
  return line.length > 80 ? `${line.slice(0, 80)} …` : line;
}
