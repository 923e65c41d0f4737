import type { Bot } from "@botyard/client/browser";
import type { ComponentChildren } from "preact";
import { isOwn } from "../../platform/session.ts";

/** A link to the package of a bot. The packages of other users have no pages. */
export const CustomBot = ({ bot, children }: { bot: Bot; children: ComponentChildren }) =>
  isOwn(bot) ? (
    <a class="given" href={`/custom-bots/${encodeURIComponent(bot.custom_bot)}`}>
      {children}
    </a>
  ) : (
    <span class="given">{children}</span>
  );
