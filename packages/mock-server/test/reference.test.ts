import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scenarioSchema } from "../src/scenario/schema.ts";

const page = new URL("../../../docs/reference/mock-server.md", import.meta.url);

test("the reference names every field of a scenario", () => {
  const reference = readFileSync(page, "utf8");
  const missing = new Set<string>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { properties, ...rest } = schema as { properties?: Record<string, unknown> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      if (!reference.includes(`\`${name}\``)) missing.add(name);
      visit(field);
    }
    for (const part of Object.values(rest)) visit(part);
  };
  visit(scenarioSchema);
  expect([...missing]).toEqual([]);
});
