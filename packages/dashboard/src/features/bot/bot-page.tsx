import { useLayoutEffect } from "preact/hooks";
import type { Tab } from "../../domain/bot-tab.ts";
import { printable } from "../../lib/printable.ts";
import { isOwn } from "../../platform/session.ts";
import { useResource } from "../../platform/use-resource.ts";
import { isNotFound, NotFound } from "../../ui/not-found.tsx";
import { Empty, Loaded } from "../../ui/panel.tsx";
import { getBot } from "./api/get-bot.ts";
import { BotHead } from "./bot-head.tsx";
import { UsageStrip } from "./usage.tsx";

interface Props {
  bot_id?: string;
  tab?: string;
  /** The views, in the order of the tabs; the first is shown without a name in the address. */
  tabs: readonly Tab[];
}

export function BotPage({ bot_id = "", tab, tabs }: Props) {
  const bot = useResource((signal) => getBot(bot_id, signal), [bot_id]);
  // The code of the view comes at the same time as the bot, not after it.
  useLayoutEffect(() => (tabs.find(({ at }) => at === tab) ?? tabs[0]!).show.preload(), [tab]);
  if (!bot.value && isNotFound(bot.error))
    return (
      <NotFound title="Bot not found">
        <p>
          <code class="given">{printable(bot_id)}</code> was deleted, or is not one of your bots.
        </p>
        <a class="button" href="/">
          All bots
        </a>
      </NotFound>
    );
  return (
    <Loaded resource={bot}>
      {(value) => {
        const fitting = tabs.filter((one) => one.fits?.(value) ?? true);
        const shown = tab === undefined ? fitting[0] : fitting.find((one) => one.at === tab);
        return (
          <div class="stack">
            <BotHead bot={value} onChange={bot.set} reload={bot.reload} />
            <UsageStrip bot={value} />
            <nav class="tabs" aria-label="Views of the bot">
              {fitting.map((one) => (
                <a
                  key={one.at}
                  href={`/bots/${encodeURIComponent(bot_id)}/${one.at}`}
                  aria-current={one === shown ? "page" : undefined}
                >
                  {one.name}
                </a>
              ))}
            </nav>
            {shown ? (
              <shown.show key={bot_id} bot={value} onChange={bot.set} />
            ) : (
              <Empty>
                {isOwn(value) ? "This bot has no such view." : "Only the owner of a bot has this view of it."}
              </Empty>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
