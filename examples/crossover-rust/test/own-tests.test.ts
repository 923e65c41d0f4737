import { join } from "node:path";
import { test } from "vitest";
import { cargo, whyNoCargo } from "../../../packages/repo/src/drive/cargo.ts";

test("the bot in Rust is compared with the others, and its own tests pass", { timeout: 900_000 }, async ({
  skip,
}) => {
  skip(whyNoCargo !== undefined, whyNoCargo);
  await cargo(join(import.meta.dirname, ".."), "test", "--locked", "--quiet");
});
