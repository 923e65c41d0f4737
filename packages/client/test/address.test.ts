import { expect, test } from "vitest";
import { AddressError, apiUrl, baseUrl } from "../src/index.ts";

test.each([
  ["http://127.0.0.1:7070", "http://127.0.0.1:7070/api/v1"],
  ["http://127.0.0.1:7070/", "http://127.0.0.1:7070/api/v1"],
  ["https://bots.example/api/v1/", "https://bots.example/api/v1"],
  ["https://example.org/yard/api/v1", "https://example.org/yard/api/v1"],
])("the API root of %s is %s", (given, root) => {
  expect(apiUrl(given)).toBe(root);
});

test.each(["127.0.0.1:7070", "ftp://x", "http://user:secret@host", ""])(
  "%j is refused as an address",
  (given) => {
    expect(() => apiUrl(given)).toThrow(AddressError);
  },
);

test("the error for an address with a password does not contain the password", () => {
  expect(() => apiUrl("http://user:hunter2@host")).toThrow(expect.not.stringContaining("hunter2"));
});

test("the address of the platform is the API root without its path", () => {
  expect(baseUrl("https://example.org/yard/api/v1")).toBe("https://example.org/yard");
});
