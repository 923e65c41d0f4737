import { Type } from "typebox";
import { quotaNames } from "../../settings/quotas.ts";
import { Exactly, named, Page } from "./named.ts";

const quota = Exactly(
  {
    name: Type.Enum(quotaNames),
    used: Type.Integer({ minimum: 0 }),
    limit: Type.Integer({ minimum: 0 }),
    setting: Type.String({ description: "The variable with which the operator sets the quota." }),
  },
  { description: "What a user has of a quota; more than the limit if the operator has lowered it." },
);

const usage = Exactly({
  user_id: Type.String(),
  user_name: Type.String(),
  quotas: Type.Array(quota),
});

export const UserUsageDocument = named("UserUsage", usage);
export const UserUsagePage = named("UserUsagePage", Page(UserUsageDocument));
