import { part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { BotNetwork, CutAnswer } from "./types.ts";

export interface Everywhere {
  host?: string;
  /** Name of another user, or `all`; only for admins. */
  user?: string;
}

export const networkCalls = (transport: Transport) => {
  const at = (botId: string) => `/bots/${part(botId)}/network`;
  const post = (path: string, body: object) =>
    transport.json<object>("POST", path, { json: body, once: true });
  return {
    /** Returns what a bot may connect to, and what it has connected to. */
    get: (botId: string) => transport.json<BotNetwork>("GET", at(botId)),
    /** Cuts a bot off from a host, or from everything. */
    cut: (botId: string, host?: string) => post(`${at(botId)}/cut`, { host }),
    restore: (botId: string, host?: string) => post(`${at(botId)}/restore`, { host }),
    cutAll: (what: Everywhere = {}) =>
      transport.json<CutAnswer>("POST", "/network/cut", { json: what, once: true }),
    restoreAll: (what: Everywhere = {}) => post("/network/restore", what),
  };
};
