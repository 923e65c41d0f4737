import { expect, test } from "vitest";
import { BotyardError, botyardError, errorTable, shown } from "../src/index.ts";

test("an error has a code, a message, advice and a cause [ERR-1] [ERR-3]", () => {
  const cause = new Error("ENOSPC");
  const error = botyardError("result.write_failed", { path: "/r.json", reason: "no space" }, cause);
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe("BotyardError");
  expect(error.message).toBe("cannot write the result to /r.json: no space");
  expect({ ...error }).toEqual({ code: "result.write_failed", next: errorTable["result.write_failed"].next });
  expect(error.cause).toBe(cause);
  expect("cause" in botyardError("input.missing_bot_id", {})).toBe(false);
});

test("values are inserted into messages unchanged, including dollar signs and braces", () => {
  expect(new BotyardError("query.unknown_path", { path: "/$&{path}" }).message).toBe(
    "no query handler for /$&{path}",
  );
});

test("a value is shown as JSON, cut after 100 characters, or as its kind if it has no JSON form", () => {
  expect(shown({ a: ["x\n"] })).toBe('{"a":["x\\n"]}');
  expect(shown("\u{1F600}".repeat(200))).toBe(`"${"\u{1F600}".repeat(99)}…`);
  expect(shown(() => 1)).toBe("a function");
  expect(shown(undefined)).toBe("undefined");
});
