import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";

let at: TestPlatform;
let text: string;
beforeAll(async () => {
  at = await openPlatform();
  text = await (await fetch(`${at.platform.url}/openapi.json`)).text();
});
afterAll(() => at.close());

const error = "error" as const;

/** The problems that the linter finds, each with its place. */
async function problemsOf(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      "info-contact": error,
      "info-license-strict": error,
      "operation-description": error,
      "operation-operationId": error,
      "operation-tag-defined": error,
      "tag-description": error,
      "no-required-schema-properties-undefined": error,
      // The answer that opens a WebSocket is 101.
      "operation-2xx-response": "off",
    },
  });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

describe("the OpenAPI document", () => {
  test("has no problem that a linter finds", async () => {
    expect(await problemsOf(text)).toEqual([]);
  });

  test("is read by the linter: what is left out is found", async () => {
    const document = JSON.parse(text);
    delete document.info.license;
    document.tags.pop();
    delete document.paths["/api/v1/bots"].get.description;
    expect((await problemsOf(JSON.stringify(document))).map((problem) => problem.split(" ")[0])).toEqual(
      expect.arrayContaining(["info-license", "operation-tag-defined", "operation-description"]),
    );
  });

  test("says the form of each text that has one", () => {
    const { schemas } = JSON.parse(text).components;
    const forms = {
      Bot: { bot_id: "pattern", type: "pattern", version: "pattern", created_at: "format" },
      Run: { id: "pattern", bot_id: "pattern", scheduled_at: "format" },
      CustomBot: { sha256: "pattern", version: "pattern", created_at: "format" },
      ApiKey: { id: "pattern", created_at: "format" },
      Problem: { type: "format", instance: "format", code: "pattern", request_id: "pattern" },
      LogRecord: { bot_id: "pattern", time: "format" },
    };
    for (const [name, fields] of Object.entries(forms))
      for (const [field, form] of Object.entries(fields))
        expect(schemas[name]?.properties[field], `${name}.${field}`).toHaveProperty(form);
    // No field named like a time is without its format.
    const visit = (schema: unknown, path: string): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { properties = {}, ...rest } = schema as { properties?: Record<string, { type?: string }> };
      for (const [name, field] of Object.entries(properties)) {
        if (/(^|_)(at|time)$/.test(name) && field.type === "string")
          expect(field, `${path}.${name}`).toHaveProperty("format", "date-time");
        visit(field, `${path}.${name}`);
      }
      for (const [name, part] of Object.entries(rest)) visit(part, `${path}/${name}`);
    };
    visit(schemas, "");
  });

  test("has an array with the types of its items everywhere", () => {
    const visit = (schema: unknown, path: string): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { type, items } = schema as { type?: unknown; items?: unknown };
      if (type === "array") expect(items, path).toBeTypeOf("object");
      for (const [name, part] of Object.entries(schema)) visit(part, `${path}/${name}`);
    };
    visit(JSON.parse(text), "");
  });
});
