import { Type } from "typebox";
import { auth } from "../../../operations/auth.ts";
import { Exactly } from "../../../operations/documents/named.ts";
import { flag, optionalText, text } from "./fields.ts";
import { reads, tool } from "./tool.ts";

export const authTools = {
  auth_status: tool({
    title: "Check API key",
    description:
      "Check that the API key works, whose it is and what it permits. Use first when other calls fail.",
    annotations: reads,
    operation: auth.getAuthStatus,
    input: Exactly({}),
    output: Type.Object({
      valid: flag,
      user_id: text,
      user_name: optionalText,
      key_prefix: optionalText,
      scopes: Type.Optional(Type.Array(text)),
      expires_at: optionalText,
      server_version: optionalText,
      server_time: optionalText,
    }),
    async run(parts, call) {
      const { key, ...status } = await auth.getAuthStatus.run(parts, call, {});
      const { id, scopes, expires_at } = key;
      return {
        ...status,
        key_prefix: `by_${id}`,
        scopes,
        ...(expires_at !== undefined && { expires_at }),
      };
    },
  }),
};
