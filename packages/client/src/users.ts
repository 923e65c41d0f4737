import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { Role, SignInLink, User, UserUsage } from "./types.ts";

/** The users of the platform. All but the caller's own usage is only for admins. */
export const userCalls = (transport: Transport) => {
  const act = (verb: string) => (name: string) =>
    transport.json<User>("POST", `/users/${part(name)}/${verb}`, { once: true });
  return {
    list: () => allItems<User>(transport, "/users"),

    /** Returns what a user has of each quota: the caller, or, for admins, another one. */
    usage: (name?: string) =>
      transport.json<UserUsage>("GET", "/usage", name === undefined ? {} : { query: { user: name } }),

    /** Returns what each user has of each quota. */
    listUsage: () => allItems<UserUsage>(transport, "/users/usage"),

    add: (user: { name: string; role?: Role }) =>
      transport.json<User>("POST", "/users", { json: user, once: true }),

    /** Ends the access of a user; its bots are not changed. */
    disable: act("disable"),
    enable: act("enable"),

    /** Creates a link that signs the user in once. Sent once, because the platform keeps no copy for a retry. */
    signInLink: (name: string) => transport.json<SignInLink>("POST", `/users/${part(name)}/sign-in-links`),
  };
};
