import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { Role, SignInLink, User } from "./types.ts";

/** The users of the platform; only for admins. */
export const userCalls = (transport: Transport) => {
  const act = (verb: string) => (name: string) =>
    transport.json<User>("POST", `/users/${part(name)}/${verb}`, { once: true });
  return {
    list: () => allItems<User>(transport, "/users"),

    add: (user: { name: string; role?: Role }) =>
      transport.json<User>("POST", "/users", { json: user, once: true }),

    /** Ends the access of a user; its bots are not changed. */
    disable: act("disable"),
    enable: act("enable"),

    /** Creates a link that signs the user in once. Sent once, because the platform keeps no copy for a retry. */
    signInLink: (name: string) => transport.json<SignInLink>("POST", `/users/${part(name)}/sign-in-links`),
  };
};
