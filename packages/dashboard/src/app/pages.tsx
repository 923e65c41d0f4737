import type { paths } from "../../paths.js";
import { BotPage } from "../features/bot/bot-page.tsx";
import { administers, canDeploy } from "../platform/session.ts";
import { eager, type LazyComponent, lazy } from "../ui/lazy.tsx";
import { beginBot } from "./begin-bot.ts";
import { tabs } from "./bot-tabs.tsx";

type Path = (typeof paths)[number];

export interface Page {
  at: Path;
  /** Name in the navigation; absent for pages that others lead to. */
  name?: string;
  show: LazyComponent<Record<string, string>>;
  /** Asks for what it shows first, before it is shown. */
  begin?(values: Record<string, string>, session: Promise<unknown>): Promise<unknown>[];
  /** Whether the navigation shows it (default: it does). */
  fits?(): boolean;
}

const bot = {
  show: eager((values: Record<string, string>) => <BotPage {...values} tabs={tabs} />),
  begin: beginBot,
};

const shown: Record<Path, Omit<Page, "at">> = {
  "/": { name: "Bots", show: lazy(() => import("../features/bots/bots-page.tsx")) },
  "/bots/:bot_id": bot,
  "/bots/:bot_id/:tab": bot,
  "/compare": { name: "Compare", show: lazy(() => import("../features/compare/compare-page.tsx")) },
  "/deploy": {
    name: "Create a bot",
    show: lazy(() => import("../features/deploy/deploy-page.tsx")),
    fits: () => canDeploy.value,
  },
  "/custom-bots": {
    name: "Custom bots",
    show: lazy(() => import("../features/custom-bots/custom-bots-page.tsx")),
  },
  "/custom-bots/:name": { show: lazy(() => import("../features/custom-bots/custom-bot-page.tsx")) },
  "/keys": { name: "API keys", show: lazy(() => import("../features/keys/keys-page.tsx")) },
  "/secrets": { name: "Secrets", show: lazy(() => import("../features/secrets/secrets-page.tsx")) },
  "/assistant": { name: "Assistant", show: lazy(() => import("../features/assistant/assistant-page.tsx")) },
  "/users": {
    name: "Users",
    show: lazy(() => import("../features/users/users-page.tsx")),
    fits: () => administers.value,
  },
  "/system": { name: "System", show: lazy(() => import("../features/system/system-page.tsx")) },
};

/** Every page of the dashboard. */
export const pages: Page[] = Object.entries(shown).map(([at, page]) => ({ at: at as Path, ...page }));

/** Returns the page at a path, with the values of its segments. */
export function pageAt(path: string): { page: Page; values: Record<string, string> } | undefined {
  for (const page of pages) {
    const values = match(page.at, path);
    if (values) return { page, values };
  }
  return undefined;
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index]!;
    if (!segment.startsWith(":")) {
      if (segment !== value) return undefined;
    } else if (value === "") return undefined;
    else {
      try {
        values[segment.slice(1)] = decodeURIComponent(value);
      } catch {
        return undefined;
      }
    }
  }
  return values;
}
