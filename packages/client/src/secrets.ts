import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { Secret, SecretWithBots } from "./types.ts";

export interface NewSecretValue {
  value: string;
  /** Bots that run keep the value that they have until they are started again. */
  stage?: boolean;
}

export const secretCalls = (transport: Transport) => {
  const at = (name: string) => `/secrets/${part(name)}`;
  return {
    /** Lists all secrets, without their values. */
    list: () => allItems<Secret>(transport, "/secrets"),
    get: (name: string) => transport.json<SecretWithBots>("GET", at(name)),
    /** Sets the value of a secret, which need not exist. */
    set: (name: string, given: NewSecretValue) =>
      transport.json<SecretWithBots>("PUT", at(name), { json: given }),
    /** Restarts the bots that run with an earlier value. */
    apply: (name: string) =>
      transport.json<SecretWithBots>("POST", `${at(name)}/apply`, { json: {}, once: true }),
    delete: async (name: string, { force = false } = {}): Promise<void> => {
      await transport.send("DELETE", at(name), { query: { force: force || undefined } });
    },
  };
};
