import { PlatformError } from "../errors/platform-error.ts";
import { allUsers, requireAdmin } from "./administration.ts";
import { pageOf, readCursor } from "./cursor.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { SignInLinkDocument } from "./documents/session.ts";
import { UserDocument, UserPage, userName, userRequest } from "./documents/user.ts";
import { type Operation, operation } from "./operation.ts";

const tag = "users";
const one = Exactly({ name: userName });
const linkMinutes = 24 * 60;

/** The users of the platform; only for admins. */
export const users = {
  addUser: operation({
    scope: "admin",
    kind: "write",
    addsData: true,
    tag,
    summary: "Add a user",
    input: userRequest,
    output: UserDocument,
    async run({ users }, call, { name, role }) {
      requireAdmin(call);
      if (name !== allUsers) return users.add(name, role, call.once);
      const detail = `"${name}" means all users and cannot be the name of one.`;
      throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "/name", detail }] });
    },
  }),

  listUsers: operation({
    scope: "admin",
    kind: "read",
    tag,
    summary: "List the users in the order of their creation",
    input: Exactly(pageQuery),
    output: UserPage,
    async run({ users }, call, { limit = 50, cursor }) {
      requireAdmin(call);
      const after = readCursor(cursor, 1)?.[0];
      return pageOf(await users.list({ after, limit: limit + 1 }), limit, ({ id }) => [id]);
    },
  }),

  disableUser: operation({
    scope: "admin",
    kind: "write",
    tag,
    summary: "Disable a user",
    description:
      "Its API keys and sessions stop working, and its streams and waiting requests end. Its bots are not changed.",
    input: one,
    output: UserDocument,
    async run({ users }, call, { name }) {
      requireAdmin(call);
      return users.disable(name, call.once);
    },
  }),

  enableUser: operation({
    scope: "admin",
    kind: "write",
    tag,
    summary: "Enable a disabled user; its API keys work again",
    input: one,
    output: UserDocument,
    async run({ users }, call, { name }) {
      requireAdmin(call);
      return users.enable(name, undefined, call.once);
    },
  }),

  createSignInLink: operation({
    scope: "admin",
    kind: "write",
    addsData: true,
    tag,
    summary: "Create a link that signs a user in once, within a day",
    input: one,
    output: SignInLinkDocument,
    async run({ users, links }, call, { name }) {
      requireAdmin(call);
      const user = await users.named(name);
      if (user.disabled_at !== undefined) throw new PlatformError("user_disabled", `"${name}" is disabled.`);
      return links.create(user.id, linkMinutes);
    },
  }),
} satisfies Record<string, Operation>;
