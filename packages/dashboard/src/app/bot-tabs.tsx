import type { Tab, TabProps } from "../domain/bot-tab.ts";
import MetricsTab from "../features/metrics/metrics-tab.tsx";
import { isOwn } from "../platform/session.ts";
import { eager, lazy } from "../ui/lazy.tsx";

/** The views of a bot, in the order of the tabs; the first is shown without a name in the address. */
export const tabs: Tab[] = [
  { at: "metrics", name: "Metrics", show: eager(MetricsTab) },
  { at: "logs", name: "Logs", show: lazy<TabProps>(() => import("../features/logs/logs-tab.tsx")) },
  {
    at: "runs",
    name: "Runs",
    show: lazy<TabProps>(() => import("../features/runs/runs-tab.tsx")),
  },
  {
    at: "queries",
    name: "Queries",
    show: lazy<TabProps>(() => import("../features/queries/queries-tab.tsx")),
    fits: isOwn,
  },
  { at: "config", name: "Config", show: lazy<TabProps>(() => import("../features/config/config-tab.tsx")) },
  {
    at: "state",
    name: "State",
    show: lazy<TabProps>(() => import("../features/state/state-tab.tsx")),
    fits: isOwn,
  },
  {
    at: "network",
    name: "Network",
    show: lazy<TabProps>(() => import("../features/network/network-tab.tsx")),
  },
  { at: "events", name: "Events", show: lazy<TabProps>(() => import("../features/events/events-tab.tsx")) },
];
