import { Type } from "typebox";
import { Exactly, named, Page, Time } from "./named.ts";

const role = Type.Enum(["admin", "user"] as const, {
  description: "An `admin` may manage users, and see, stop and delete what belongs to others.",
});

export const userNamePattern = "^[a-z0-9][a-z0-9._-]{0,62}$";

export const userName = Type.String({
  pattern: userNamePattern,
  description: "Name of a user; it never changes.",
});

/** The parameter of lists that selects the owner. */
export const userFilter = Type.String({
  minLength: 1,
  description: "Name of another user, or `all`; only for admins (default: the caller).",
});

export const userRequest = Exactly({ name: userName, role: Type.Optional(role) });

const user = Exactly({
  id: Type.String(),
  name: Type.String(),
  role,
  created_at: Time("Time of creation."),
  disabled_at: Type.Optional(Time("Since when the user may not sign in; absent if it may.")),
});

export const UserDocument = named("User", user);
export const UserPage = named("UserPage", Page(UserDocument));
