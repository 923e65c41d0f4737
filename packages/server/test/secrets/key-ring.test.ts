import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { KeyRing } from "../../src/secrets/index.ts";

const [one, other] = [randomBytes(32), randomBytes(32)];
const ring = new KeyRing([one]);

test.each(["s3cret-value", "", "é漢🙂\u0001", "x".repeat(100_000)])(
  "what is encrypted is read back: %j",
  (text) => {
    const sealed = ring.seal(text, "config:bot_1");
    expect(ring.unseal(sealed, "config:bot_1")).toBe(text);
    if (text.length > 3) expect(sealed).not.toContain(text.slice(0, 10));
  },
);

test("the same text about the same thing is the same, and about another thing another", () => {
  expect(ring.seal("s3cret", "config:bot_1")).toBe(ring.seal("s3cret", "config:bot_1"));
  expect(ring.seal("s3cret", "config:bot_1")).not.toBe(ring.seal("s3cret", "config:bot_2"));
  expect(ring.seal("s3cret", "config:bot_1")).not.toBe(ring.seal("s3creT", "config:bot_1"));
});

test("it is read neither about another thing, nor with another key, nor if one bit of it changed", () => {
  const sealed = ring.seal("s3cret", "config:bot_1");
  expect(() => ring.unseal(sealed, "config:bot_2")).toThrow("What is stored of it is damaged.");
  const [otherId] = new KeyRing([other]).ids;
  expect(() => new KeyRing([other]).unseal(sealed, "config:bot_1")).toThrow(
    `It was encrypted with the key ${ring.ids[0]}; the key file has ${otherId}. Put the right key back, or set the secret again.`,
  );
  expect(() => new KeyRing([]).unseal(sealed, "config:bot_1")).toThrow("has no key");
  const start = sealed.lastIndexOf(":") + 1;
  const bytes = Buffer.from(sealed.slice(start), "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    const text = sealed.slice(0, start) + changed.toString("base64url");
    expect(() => ring.unseal(text, "config:bot_1"), `byte ${at}`).toThrow("damaged");
  }
});

test("with a new key before it, the old one still reads, and the new one writes", () => {
  const both = new KeyRing([other, one]);
  const sealed = ring.seal("s3cret", "x");
  expect(both.unseal(sealed, "x")).toBe("s3cret");
  expect([both.isCurrent(sealed), both.isCurrent(both.seal("s3cret", "x"))]).toEqual([false, true]);
});
