import { join } from "node:path";
import { test } from "vitest";
import { maven } from "../../../packages/repo/src/drive/maven.ts";
import { whyNotBuilt } from "../../../packages/repo/src/run/languages.ts";

const whyNot = await whyNotBuilt("scala");

test("the bot in Scala is compared with the others, and its own tests pass", { timeout: 900_000 }, async ({
  skip,
}) => {
  skip(whyNot !== undefined, whyNot);
  await maven(join(import.meta.dirname, ".."), "test");
});
