import { expect, test } from "vitest";
import { quotaNames, requireRoom } from "../../src/settings/quotas.ts";

const streams = (used: number, limit: number) => () => requireRoom("streams", { used, more: 1, limit });

test("the refusal of a quota has the singular for one", () => {
  expect(streams(1, 1)).toThrow(
    "A user may have 1 open stream, and this one has 1. Close a stream, or ask the operator of the platform to raise PLATFORM_USER_STREAMS.",
  );
  expect(streams(2, 2)).toThrow("A user may have 2 open streams, and this one has 2.");
});

test("the refusal of a quota of nothing suggests nothing that would not help", () => {
  expect(streams(0, 0)).toThrow(
    "A user may have no open streams on this platform. To change this, ask the operator of the platform to raise PLATFORM_USER_STREAMS.",
  );
});

test.each(quotaNames)("the refusal of one of %s does not name several", (name) => {
  expect(() => requireRoom(name, { used: 1, more: 1, limit: 1 })).not.toThrow(
    /^A user may have 1 (\w+ )?(bots|bytes|versions|keys|streams|queries)\b/,
  );
});
