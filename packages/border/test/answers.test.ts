import packet from "dns-packet";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answerTo, readQuestion } from "../src/inside/answers.ts";

const question = (name: string, type: "A" | "AAAA" | "HTTPS" = "A") =>
  packet.encode({
    type: "query",
    id: 7,
    flags: packet.RECURSION_DESIRED,
    questions: [{ type: type as "A", name }],
  });

test("a name has an IPv4 address, and nothing else", () => {
  const ask = (type: "A" | "AAAA") =>
    packet.decode(answerTo(readQuestion(question("API.kraken.com", type))!, { address: "127.77.0.1" }));
  expect(readQuestion(question("API.kraken.com"))?.name).toBe("api.kraken.com");
  expect(ask("A")).toMatchObject({
    id: 7,
    rcode: "NOERROR",
    questions: [{ name: "API.kraken.com", type: "A" }],
    answers: [{ type: "A", data: "127.77.0.1" }],
  });
  expect(ask("AAAA")).toMatchObject({ rcode: "NOERROR", answers: [] });
});

test("a name that is not there does not exist, and one that cannot be asked for is not available", () => {
  const decoded = (found: "absent" | "unavailable") =>
    packet.decode(answerTo(readQuestion(question("a.b"))!, found)) as { rcode?: string };
  expect(decoded("absent").rcode).toBe("NXDOMAIN");
  expect(decoded("unavailable").rcode).toBe("SERVFAIL");
});

test("malformed questions, answers and several questions at once are not answered", () => {
  const two = packet.encode({
    type: "query",
    questions: [
      { type: "A", name: "a.b" },
      { type: "A", name: "c.d" },
    ],
  });
  expect(readQuestion(two)).toBeUndefined();
  expect(readQuestion(answerTo(readQuestion(question("a.b"))!, "absent"))).toBeUndefined();
  expect(readQuestion(Buffer.alloc(600))).toBeUndefined();
  const valid = question("api.kraken.com");
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.nat(valid.length - 1), byte: fc.nat(255) }), { maxLength: 6 }),
      fc.nat(valid.length),
      (changes, length) => {
        const bytes = Buffer.from(valid);
        for (const { at, byte } of changes) bytes[at] = byte;
        const read = readQuestion(bytes.subarray(0, length));
        if (read) answerTo(read, { address: "127.77.0.1" });
      },
    ),
    { numRuns: 20_000 },
  );
});
