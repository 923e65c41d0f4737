import type { Bot } from "@botyard/client/browser";
import type { LazyComponent } from "../ui/lazy.tsx";

/** What a view of a bot is given. */
export interface TabProps {
  bot: Bot;
  /** Shows a changed bot. */
  onChange(bot: Bot): void;
}

/** A view of a bot, with a tab of its own. */
export interface Tab {
  /** Last segment of the address. */
  at: string;
  name: string;
  show: LazyComponent<TabProps>;
  /** Whether the tab makes sense for a bot, and the caller may see it (default: it does). */
  fits?(bot: Bot): boolean;
}
