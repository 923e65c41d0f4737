import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { generateTypes } from "./generate-types.ts";

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("the client's types are those of the platform's OpenAPI document", async () => {
  const types = await generateTypes(readFileSync(beside("../../server/openapi.json"), "utf8"));
  // `vitest run -u` updates the file.
  await expect(types).toMatchFileSnapshot(beside("../src/openapi.gen.ts"));
});
