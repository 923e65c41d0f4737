import openapiTS, { astToString } from "openapi-typescript";

const heading = "/** Generated from packages/server/openapi.json; a test holds it to that. */\n\n";

/** The types of an OpenAPI document, as src/openapi.gen.ts holds them. */
export async function generateTypes(document: string): Promise<string> {
  return heading + astToString(await openapiTS(document));
}
