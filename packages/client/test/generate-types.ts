import openapiTS, { astToString } from "openapi-typescript";

const heading = "/** Generated from packages/server/openapi.json; a test holds it to that. */\n\n";

/** Generates the types of an OpenAPI document for src/openapi.gen.ts. */
export async function generateTypes(document: string): Promise<string> {
  return heading + astToString(await openapiTS(document));
}
