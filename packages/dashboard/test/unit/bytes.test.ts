import { expect, test } from "vitest";
import { bytes } from "../../src/lib/bytes.ts";

test.each([
  [0, "0 B"],
  [1, "1 B"],
  [1023, "1023 B"],
  [1024, "1.0 KiB"],
  [10 * 1024, "10.0 KiB"],
  [99.9 * 1024, "99.9 KiB"],
  [100 * 1024, "100 KiB"],
  [1023.4 * 1024, "1023 KiB"],
  [1024 ** 2 - 1, "1.0 MiB"],
  [48 * 1024 ** 2, "48.0 MiB"],
  [1.5 * 1024 ** 3, "1.5 GiB"],
  [2 ** 40, "1.0 TiB"],
  [5000 * 2 ** 40, "5000 TiB"],
  [-2048, "-2.0 KiB"],
])("%d bytes are %s", (count, text) => {
  expect(bytes(count)).toBe(text);
});
