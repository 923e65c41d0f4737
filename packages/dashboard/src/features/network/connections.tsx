import type { BotNetwork } from "@botyard/client/browser";
import { bytes } from "../../lib/bytes.ts";
import { printable } from "../../lib/printable.ts";
import { Button } from "../../ui/button.tsx";
import { Table } from "../../ui/table.tsx";
import { Ago } from "../../ui/time.tsx";
import type { Connection } from "./api/network.ts";

interface Props {
  network: BotNetwork;
  /** Absent if the user may not. */
  onCut?: (isCut: boolean, host: string) => void;
  isBusy: boolean;
}

/** What a bot has connected to, by host and port. */
export function Connections({ network: { connections, cut, cuts }, onCut, isBusy }: Props) {
  const columns = ["Host", "Connections", "Sent", "Received", "Last", ...(onCut ? ["Cut"] : [])];
  return (
    <Table name="Connections" columns={columns}>
      {connections.map((one) => (
        <tr key={`${one.host} ${one.port} ${one.refused?.reason}`}>
          <td class="given">
            <span class="mono">{printable(one.port === 0 ? one.host : `${one.host}:${one.port}`)}</span>
            {one.refused && <p class="small field-error">Refused: {one.refused.detail}</p>}
          </td>
          <td>{one.connections.toLocaleString()}</td>
          <td>{bytes(one.sent_bytes)}</td>
          <td>{bytes(one.received_bytes)}</td>
          <td>
            <Ago time={one.last_at} />
          </td>
          {onCut && (
            <td>
              {!one.refused && <CutButton one={one} cut={cut} cuts={cuts} onCut={onCut} isBusy={isBusy} />}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

interface CutProps {
  one: Connection;
  cut: BotNetwork["cut"];
  cuts: BotNetwork["cuts"];
  onCut(isCut: boolean, host: string): void;
  isBusy: boolean;
}

function CutButton({ one: { host }, cut, cuts, onCut, isBusy }: CutProps) {
  if (cut === "all") return null;
  const isOwn = cuts.some((own) => own.scope === "bot" && own.host === host);
  // What a cut for more bots covers cannot be connected here.
  if (!isOwn && cut.includes(host)) return null;
  return (
    <Button disabled={isBusy} onClick={() => onCut(isOwn, host)}>
      {isOwn ? "Connect again" : "Cut off"}
    </Button>
  );
}
