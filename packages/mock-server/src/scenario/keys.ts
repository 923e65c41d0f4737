import { createHash } from "node:crypto";
import { hashSecret, type Keys, keyText, newId, parseKey, scopes } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";
import { readMoment } from "../moment.ts";
import type { KeyFixture, UserFixture } from "../public/scenario.ts";
import { ScenarioError } from "./check.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns a key that is always the same for a user and a position, so that it can be written into settings of tests. */
export function fixedKey(user: string, position: number): string {
  const digits = (purpose: string, length: number, letters: string) =>
    Array.from(createHash("sha512").update(`${purpose} ${user} ${position}`).digest())
      .slice(0, length)
      .map((byte) => letters[byte % letters.length])
      .join("");
  return keyText(digits("id", 10, base62.slice(0, 10)), digits("secret", 43, base62));
}

interface Clock {
  now(): Date;
}

/**
 * Creates the users and their keys. Returns the keys of each user.
 *
 * @throws {ScenarioError} if a key does not have the form of a key, or occurs twice
 */
export function addUsers(
  memory: Memory,
  clock: Clock,
  users: readonly UserFixture[],
): Map<string, { id: string; keys: string[] }> {
  const found = new Map<string, { id: string; keys: string[] }>();
  for (const { name, role = found.size === 0 ? "admin" : "user", keys = [{}] } of users) {
    if (found.has(name)) throw new ScenarioError([`There are two users "${name}".`]);
    const created_at = clock.now().toISOString();
    const user = { id: newId("usr", clock.now().getTime()), name, role, created_at, disabled_at: null };
    memory.users.push(user);
    found.set(name, { id: user.id, keys: keys.map((key, at) => addKey(memory, clock, user, key, at)) });
  }
  return found;
}

function addKey(
  memory: Memory,
  clock: Clock,
  user: { id: string; name: string },
  fixture: KeyFixture,
  position: number,
): string {
  const text = fixture.key ?? fixedKey(user.name, position);
  const key = parseKey(text);
  if (!key) throw new ScenarioError([`A key of "${user.name}" does not have the form of a key.`]);
  if (memory.keys.has(key.id)) throw new ScenarioError([`The key ${key.id} occurs twice.`]);
  const wanted: Parameters<Keys["create"]>[1]["scopes"] = fixture.scopes ?? scopes;
  memory.keys.set(key.id, {
    id: key.id,
    owner_id: user.id,
    name: fixture.name ?? "mock",
    scopes: JSON.stringify(wanted),
    hash: hashSecret(key.secret),
    created_at: clock.now().toISOString(),
    expires_at: fixture.expires_at === undefined ? null : readMoment(clock, fixture.expires_at),
    revoked_at: null,
    last_used_at: null,
  });
  return text;
}
