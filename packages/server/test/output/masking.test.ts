import { readExactJson } from "@botyard/core";
import { hideSecrets, hiddenValue as mask, secretNames } from "@botyard/manifest";
import { describe, expect, test } from "vitest";
import { Automaton } from "../../src/output/masking/automaton.ts";
import { Masker } from "../../src/output/masking/masker.ts";

/** Pseudo-random numbers from a seed, so that a failure can be reproduced. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const alphabets = [
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "ABCDEFabcdef0123456789+/=_-",
  `aZ9 "'\\/&<>%+=?#@:;,.{}[]$^*()|!~\``,
  "aé漢🙂ß\u0001\t",
];

function randomSecret(next: (below: number) => number): string {
  const characters = [...(alphabets[next(alphabets.length)] ?? "a")];
  const length = 8 + next(40);
  const secret = Array.from({ length }, () => characters[next(characters.length)]).join("");
  return secret.trim().length >= 8 ? secret : `${secret}canary-${next(1e6)}`;
}

const bytes = (text: string) => Buffer.from(text, "utf8");
const hexOf = (text: string) => bytes(text).toString("hex");
const unicode = (text: string) =>
  [...Array(text.length).keys()]
    .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`)
    .join("");

/** Encodings in which a value may reach a log. */
const encodings: Record<string, (secret: string, around: string) => string> = {
  plain: (secret) => secret,
  "base64, first alignment": (secret) => bytes(secret).toString("base64"),
  "base64 within other text": (secret, around) => bytes(`${around}${secret}${around}`).toString("base64"),
  base64url: (secret, around) => bytes(`${around}${secret}`).toString("base64url"),
  hex: (secret) => hexOf(secret),
  "capital hex": (secret) => hexOf(secret).toUpperCase(),
  "URL-encoded": (secret) => encodeURIComponent(secret),
  "form-encoded": (secret) => new URLSearchParams({ x: secret }).toString(),
  "every byte percent-encoded": (secret) =>
    [...bytes(secret)].map((b) => `%${b.toString(16).padStart(2, "0")}`).join(""),
  "JSON-escaped": (secret) => JSON.stringify(secret),
  "JSON in JSON": (secret) => JSON.stringify(JSON.stringify({ x: secret })),
  "unicode escapes": unicode,
  HTML: (secret) =>
    secret.replace(
      /[&<>"']/g,
      (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c] ?? c,
    ),
  reversed: (secret) => [...secret].reverse().join(""),
};

describe("a secret of the config", () => {
  test("is masked as a number, and other numbers are not", () => {
    const masker = new Masker(["4815162342", "12345678901234567890"]);
    const said = '{"a":4815162342,"b":[12345678901234567890,12345678901234567891],"c":48151623420}';
    expect(JSON.stringify(masker.value(readExactJson(said)))).toBe(
      `{"a":"${mask}","b":["${mask}",12345678901234567891],"c":48151623420}`,
    );
  });

  for (const [name, encode] of Object.entries(encodings)) {
    test(`is masked: ${name}`, () => {
      for (let seed = 1; seed <= 150; seed++) {
        const next = numbers(seed);
        const secret = randomSecret(next);
        const around = ["", "x", "id", "a:b"][next(4)] ?? "";
        const masker = new Masker([secret]);
        const line = `before ${encode(secret, around)} after`;
        expect(masker.isClean(bytes(line)), `seed ${seed}: ${line}`).toBe(false);
        const hidden = masker.text(line);
        expect(hidden, `seed ${seed}: ${line}`).toContain(mask);
        for (const form of [
          secret,
          hexOf(secret),
          encodeURIComponent(secret),
          JSON.stringify(secret).slice(1, -1),
        ]) {
          expect(hidden, `seed ${seed}`).not.toContain(form);
        }
        expect(hidden.length).toBeLessThan(line.length + mask.length * 2);
      }
    });
  }

  test("is masked in keys and at any depth of a record", () => {
    const masker = new Masker(["canary-4711"]);
    const value = masker.value({ a: [{ "canary-4711": 1, b: "x canary-4711 y" }], c: 5, d: null, e: true });
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      a: [{ [mask]: 1, b: `x ${mask} y` }],
      c: 5,
      d: null,
      e: true,
    });
  });

  test("of several lines is masked line by line", () => {
    const masker = new Masker(["first-line-0001\nsecond-line-0002\n"]);
    expect(masker.text("got second-line-0002")).toBe(`got ${mask}`);
  });

  test("of several lines is masked where its short lines are at the edges of lines, and nowhere else", () => {
    const masker = new Masker(["ab1\ncd2\nlong-line-0002\n{\nef3"]);
    const hides = (text: string) => masker.text(text);
    expect(["the key is ab1", "ab1", "  cd2", "ef3.", "{", "ef3"].map(hides)).toEqual([
      ...[`the key is ${mask}`, mask, mask, `${mask}.`, "{", mask],
    ]);
    const open = ["ab1 is a label", "xab1", "cd2 and more", "ef3x", "in ef3"];
    expect(open.map(hides)).toEqual(open);
    expect(masker.isClean(bytes("the key is ab1"))).toBe(false);
    expect(hides("key: ab1\ncd2\nlong-line-0002\n{\nef3")).toBe(`key: ${mask}`);
  });

  test("of less than six characters is not masked by value", () => {
    const masker = new Masker(["1", "live", "12345"]);
    expect(masker.text("live at 12345, 1 of 10")).toBe("live at 12345, 1 of 10");
  });
});

describe("what looks like a secret by its name or shape", () => {
  const masker = new Masker();
  const key = `by_0123456789_${"aB3".repeat(17)}`.slice(0, 63);
  const hidden: Record<string, string> = {
    "password=canary": "canary",
    "PASSWORD: canary": "canary",
    '{"api_key":"canary","x":1}': "canary",
    '{\\"apiSecret\\": \\"can ary\\"}': "can ary",
    "{'client_secret': 'can,ary'}": "can,ary",
    "--api-key canary --verbose": "canary",
    "passphrase => canary": "canary",
    "APCA-API-SECRET-KEY: canary": "canary",
    "Authorization: Bearer canary-0123456789": "canary-0123456789",
    "authorization: Basic Y2FuYXJ5OmNhbmFyeQ==": "Y2FuYXJ5OmNhbmFyeQ==",
    "Authorization: ApiKey canary-0123456789": "canary-0123456789",
    "token=canary-0123456789": "canary-0123456789",
    "postgres://me:canary@host/db": "canary",
    "https://canary0123456789abc@host/": "canary0123456789abc",
    "-----BEGIN RSA PRIVATE KEY-----\ncanary\n-----END RSA PRIVATE KEY-----": "canary",
    "jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl": "eyJzdWIiOiIxIn0",
    AKIAIOSFODNN7EXAMPLE: "IOSFODNN7",
    [`ghp_${"a1".repeat(18)}`]: "a1a1a1",
    "xoxb-123456789012-abcdefghij": "abcdefghij",
    sk_live_0123456789abcdef: "0123456789abcdef",
    [`sk-proj-${"a1B2".repeat(10)}`]: "a1B2a1B2",
    [`the key ${key} is new`]: key,
    [`in base64 ${Buffer.from(`x${key}`).toString("base64")}`]: Buffer.from(key)
      .toString("base64")
      .slice(8, 40),
    [`in hex ${Buffer.from(key).toString("hex")}`]: Buffer.from(key).toString("hex").slice(20),
  };
  for (const [line, secret] of Object.entries(hidden)) {
    test(`is masked: ${line.slice(0, 50).replaceAll("\n", " ")}`, () => {
      expect(masker.isClean(Buffer.from(line))).toBe(false);
      expect(masker.text(line)).toContain(mask);
      expect(masker.text(line)).not.toContain(secret);
    });
  }

  test("is masked under PWD unless that is a shell's variable for its folder", () => {
    for (const line of ["PWD=hunter2/22", "DB_PWD=/hunter/22", "pwd=/hunter/22", "PWD=/aB3+xyz0="])
      expect(masker.text(line), line).toMatch(/^\w+=\*{8}$/);
    expect(masker.value({ env: { PWD: "/bot/long/path", DB_PWD: "/hunter/22", pwd: "/hunter/22" } })).toEqual(
      {
        env: { PWD: "/bot/long/path", DB_PWD: mask, pwd: mask },
      },
    );
  });

  test("is masked by the name of its field, with everything below it", () => {
    const record = {
      password: "canary",
      user: "me",
      credentials: { id: 12345, parts: ["canary"] },
      token: "canary-12345",
    };
    const told = JSON.parse(JSON.stringify(masker.value(record)));
    expect(told).toEqual({
      password: mask,
      user: "me",
      credentials: { id: mask, parts: [mask] },
      token: mask,
    });
  });

  const harmless = [
    '{"token":"USDC","amount":5}',
    "token count: 512 tokens",
    "a basic strategy with risk-free rate",
    "bearer of good news",
    "sorted by_volume and task-based",
    "GET http://127.0.0.1:8080/v1/prices?symbol=AAPL",
    "mail to a@b.example at 5%",
    "the password was wrong",
    "HOME=/tmp PWD=/bot OLDPWD=/var/lib/some-where",
    'declare -x PWD="/bot/long/path"',
  ];
  for (const line of harmless) {
    test(`is not found in: ${line}`, () => {
      expect(masker.text(line)).toBe(line);
      expect(JSON.parse(JSON.stringify(masker.value({ message: line })))).toEqual({ message: line });
    });
  }
});

describe("the search in whole pieces of output", () => {
  test("finds every pattern at any position, in upper and lower case", () => {
    const next = numbers(7);
    const patterns = ["she", "hers", "his", "eh", "xyzzy-long-pattern"].map((text) => ({ text, flag: 1 }));
    const automaton = new Automaton(patterns);
    for (let round = 0; round < 3_000; round++) {
      const length = next(400);
      const letters = next(2) ? "shreixyz-" : "abcdfg";
      let text = Array.from({ length }, () => letters[next(letters.length)]).join("");
      if (next(3) === 0) {
        const at = next(length + 1);
        const planted = patterns[next(patterns.length)]?.text ?? "";
        text = text.slice(0, at) + (next(2) ? planted.toUpperCase() : planted) + text.slice(at);
      }
      const expected = patterns.some((pattern) => text.toLowerCase().includes(pattern.text));
      expect(automaton.scan(Buffer.from(text), 0, text.length, 1) === 1, text).toBe(expected);
    }
  });
});

describe("a line that is crafted to be slow", () => {
  const nasty: Record<string, string> = {
    "word characters around a name": `${"a".repeat(60_000)}secret${"a".repeat(5_000)}`,
    "names that never get a value": "secret".repeat(10_000),
    "values that never end": `secret:"`.repeat(8_000),
    backslashes: `${"\\".repeat(65_000)}secret`,
    dashes: `${"-".repeat(65_000)}secret x`,
    "web tokens that are none": "-eyJ".repeat(16_000),
    "keys that never end": `-----BEGIN ${"PRIVATE KEY ".repeat(5_000)}`,
    "many keys that never end": "-----BEGIN PRIVATE KEY-----".repeat(2_400),
    "addresses that are none": `${"a.".repeat(32_000)}://@`,
    "percent signs": "%25".repeat(20_000),
    ampersands: "&#0".repeat(20_000),
    spaces: `secret ${" ".repeat(64_000)}= x`,
  };
  const masker = new Masker([
    "a\\\\\\\\\\\\\\b canary",
    "\\\\\\\\\\\\\\\\x\\\\",
    "aaaaaaaaaaaaaaaab",
    "%%%%%%%%%x",
    "&&&&&&&&#x",
  ]);
  for (const [name, line] of Object.entries(nasty)) {
    test(`is masked in time: ${name}`, () => {
      const before = process.cpuUsage();
      masker.text(line);
      masker.isClean(Buffer.from(line));
      // A pattern with catastrophic backtracking takes minutes.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_500);
    });
  }
});

const listed = [
  ...secretNames.strong,
  ...secretNames.weak,
  ...secretNames.tokens.map((word) => `${word} token`),
];

test.each(listed)("%s is a secret name in output, and a config treats it alike", (words) => {
  const value = "Zx9-abc_DEF12345";
  const masker = new Masker();
  for (const name of [words.replaceAll(" ", "_"), words.replaceAll(" ", "-").toUpperCase()]) {
    expect(masker.value({ [name]: value })).toEqual({ [name]: mask });
    expect(masker.text(`${name}=${value} next`)).toBe(`${name}=${mask} next`);
    expect(masker.isClean(Buffer.from(`${name}=${value}`))).toBe(false);
    // In a config, these two are names of people and of trading days.
    if (words === "auth" || words === "session id") continue;
    expect(hideSecrets({}, { [name]: value })).toEqual({ [name]: mask });
  }
});
