import { expect, test } from "vitest";
import { AddressError, apiUrl, baseUrl } from "../src/index.ts";

test.each([
  ["http://127.0.0.1:7070", "http://127.0.0.1:7070/api/v1"],
  ["http://127.0.0.1:7070/", "http://127.0.0.1:7070/api/v1"],
  ["https://bots.example/api/v1/", "https://bots.example/api/v1"],
  ["https://example.org/yard/api/v1", "https://example.org/yard/api/v1"],
])("%s stands for the API root %s", (given, root) => {
  expect(apiUrl(given)).toBe(root);
});

test.each(["127.0.0.1:7070", "ftp://x", "http://user:secret@host", ""])(
  "%j is not an address to send a key to",
  (given) => {
    expect(() => apiUrl(given)).toThrow(AddressError);
  },
);

test("an address with a password is refused without repeating it", () => {
  expect(() => apiUrl("http://user:hunter2@host")).toThrow(expect.not.stringContaining("hunter2"));
});

test("the platform's own address is the API root without its path", () => {
  expect(baseUrl("https://example.org/yard/api/v1")).toBe("https://example.org/yard");
});
