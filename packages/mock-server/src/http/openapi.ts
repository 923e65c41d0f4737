/** The text of the OpenAPI document, which is loaded when it is first asked for. */
export async function openApiText(): Promise<string> {
  const { default: document } = await import("@botyard/server/openapi.json", { with: { type: "json" } });
  return JSON.stringify(document);
}
