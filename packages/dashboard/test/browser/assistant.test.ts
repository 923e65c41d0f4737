import { expect, test } from "vitest";
import { assistantClients } from "../../../cli/src/mcp/clients.ts";
import { withEntry } from "../../../cli/src/mcp/written.ts";
import { tools as served } from "../../../server/src/doors/mcp/tools/index.ts";
import { clients } from "../../src/features/assistant/clients.ts";
import { tools } from "../../src/features/assistant/tools.ts";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const open = useBrowser();

test("the configurations are those that `platform mcp install` writes, for every assistant", () => {
  expect(Object.keys(clients)).toEqual(Object.keys(assistantClients));
  for (const url of ["http://127.0.0.1:7070/mcp", "http://nas:7070/mcp", "https://bots.example/mcp"])
    for (const [word, client] of Object.entries(assistantClients)) {
      const { text } = withEntry(undefined, { file: "", client, name: "botyard", url, replace: false });
      expect(clients[word]!.config(url), word).toBe(text);
      expect(clients[word]!.title).toBe(client.title);
    }
});

test("the listed tools and their scopes are those of the tool server", () => {
  const named = tools.map(({ name, scope }) => ({ name, scope }));
  expect(named).toEqual([...served].map(([name, { operation }]) => ({ name, scope: operation.scope })));
});

test("the choice of an assistant is part of the address, and shows its command and configuration", async () => {
  const { page } = await open({ bots: [] }, "/assistant");
  await page.getByText("platform mcp install claude-code").waitFor();
  await page.getByLabel("Assistant").selectOption({ label: "VS Code" });
  await page.waitForURL("**/assistant?client=vscode");
  await page.getByText("platform mcp install vscode").waitFor();
  const url = `${new URL(page.url()).origin}/mcp`;
  expect(JSON.parse((await page.locator(".json pre").textContent())!)).toEqual({
    servers: {
      botyard: { type: "http", url, headers: { "x-api-key": "${env:PLATFORM_API_KEY}" } },
    },
  });
  await page.getByLabel("Assistant").selectOption({ label: "Another" });
  expect(await page.getByText("platform mcp install").count()).toBe(0);
});

test("the page is accessible and fits", async () => {
  const { page } = await open({ bots: [] }, "/assistant");
  await page.getByRole("heading", { name: "The 11 tools" }).waitFor();
  expect(await flaws(page)).toEqual([]);
});
