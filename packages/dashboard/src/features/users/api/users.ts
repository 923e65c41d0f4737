import type { CreatedApiKey, Role, SignInLink, User } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const listUsers = (signal: AbortSignal): Promise<User[]> => platform.until(signal).users.list();
export const addUser = (user: { name: string; role: Role }): Promise<User> => platform.users.add(user);
export const disableUser = (name: string): Promise<User> => platform.users.disable(name);
export const enableUser = (name: string): Promise<User> => platform.users.enable(name);
export const createSignInLink = (name: string): Promise<SignInLink> => platform.users.signInLink(name);

/** A key for a user who has no browser, for example a program on a server. */
export const createKeyFor = (user: string): Promise<CreatedApiKey> =>
  platform.keys.create({ user, name: "first", scopes: ["read", "deploy"] });
