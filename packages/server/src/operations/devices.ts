import { requireRoom } from "../settings/quotas.ts";
import { DeviceSignIn, userCode } from "./documents/device.ts";
import { Exactly } from "./documents/named.ts";
import { type Operation, operation } from "./operation.ts";

const tag = "sign-in";
const input = Exactly({ user_code: userCode });

/** Deciding on programs that ask for an API key of the caller (RFC 8628). */
export const devices = {
  getDeviceSignIn: operation({
    scope: "admin",
    kind: "read",
    tag,
    summary: "Show which program asks for an API key with a code",
    input,
    output: DeviceSignIn,
    run: async ({ devices }, _call, { user_code }) => devices.find(user_code),
  }),

  approveDeviceSignIn: operation({
    scope: "admin",
    kind: "write",
    addsData: true,
    tag,
    summary: "Give the program an API key of the caller",
    input,
    output: DeviceSignIn,
    async run(parts, { caller, once }, { user_code }) {
      // The key is created when the program collects it, where nobody would see the refusal.
      const { keys } = await parts.store.quotaUse(caller.user_id, parts.clock.now().toISOString());
      requireRoom("keys", { used: keys, more: 1, limit: parts.settings.userKeys });
      return parts.devices.decide(user_code, caller.user_id, "approved", once);
    },
  }),

  denyDeviceSignIn: operation({
    scope: "admin",
    kind: "write",
    tag,
    summary: "Refuse the program an API key",
    input,
    output: DeviceSignIn,
    run: async ({ devices }, { caller, once }, { user_code }) =>
      devices.decide(user_code, caller.user_id, "denied", once),
  }),
} satisfies Record<string, Operation>;
