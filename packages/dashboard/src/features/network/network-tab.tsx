import type { BotNetwork } from "@botyard/client/browser";
import type { TabProps } from "../../domain/bot-tab.ts";
import { printable } from "../../lib/printable.ts";
import { mayChange } from "../../platform/session.ts";
import { useAction } from "../../platform/use-action.ts";
import { useRefresh } from "../../platform/use-refresh.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Ago } from "../../ui/time.tsx";
import { cut, getNetwork, restore } from "./api/network.ts";
import { Connections } from "./connections.tsx";

const refreshed = 5_000;

export default function NetworkTab({ bot }: TabProps) {
  const network = useResource((signal) => getNetwork(bot.bot_id, signal), [bot.bot_id]);
  useRefresh(network.reload, refreshed);
  const change = useAction(async (isCut: boolean, host?: string) => {
    await (isCut ? restore(bot.bot_id, host) : cut(bot.bot_id, host));
    network.reload();
  });
  const canCut = mayChange(bot) && network.value?.enforced === true;
  const cuts = network.value?.cuts ?? [];
  const isCut = network.value?.cut === "all";
  // Of a cut that was made for more bots than this one, only the same request makes an end.
  const isOwn = cuts.some(({ scope, host }) => scope === "bot" && host === undefined);
  return (
    <Panel
      title="Network"
      actions={
        canCut &&
        (isOwn || !isCut) && (
          <Button
            {...(!isOwn && { kind: "danger" as const })}
            disabled={change.running}
            onClick={() => void change.run(isOwn)}
          >
            {isOwn ? "Connect again" : "Cut off from everything"}
          </Button>
        )
      }
      flush
    >
      {change.error !== undefined && <Failure error={change.error} />}
      <Loaded resource={network}>
        {(shown) => (
          <>
            <Meaning network={shown} />
            {shown.connections.length === 0 ? (
              <Empty>
                <h2>No connection yet</h2>
                <p>{shown.enforced ? "What the bot connects to appears here." : "Nothing is seen of it."}</p>
              </Empty>
            ) : (
              <Connections
                network={shown}
                {...(canCut && { onCut: (isCut: boolean, host: string) => void change.run(isCut, host) })}
                isBusy={change.running}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const sources: Record<string, string> = {
  instance: "its settings",
  custom_bot: "its custom bot",
  platform: "the default of the platform",
};

const madeFor: Record<string, string> = {
  bot: "for this bot",
  user: "for all bots of its user",
  platform: "for all bots of the platform",
};

function Meaning({ network: { network, source, detail, cuts } }: { network: BotNetwork }) {
  return (
    <div class="panel-body stack">
      <p>
        {detail} <span class="soft">This is said by {sources[source]}.</span>
      </p>
      <p class="mono given">{printable(typeof network === "string" ? network : JSON.stringify(network))}</p>
      {cuts.map(({ scope, host, at, actor }) => (
        <p role="status" key={`${scope} ${host}`}>
          <strong>Cut off from {host === undefined ? "everything" : printable(host)}</strong> {madeFor[scope]}
          {actor && ` by ${printable(actor.user_name)}`}, <Ago time={at} />.
        </p>
      ))}
    </div>
  );
}
