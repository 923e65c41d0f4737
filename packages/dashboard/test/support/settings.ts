import type { MockPlatform } from "@botyard/mock-server";
import type { Page } from "playwright-core";

/** Asks for the changes of the form of settings, which the platform checks first. */
export const review = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Review changes" }).click();

/** Saves what has been changed in the form of settings. */
export async function save(page: Page): Promise<void> {
  await review(page);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
}

const address = ({ apiUrl }: MockPlatform, id: string) => `${apiUrl}/bots/${id}`;
const authorization = ({ key }: MockPlatform) => `ApiKey ${key}`;

/** A bot as the platform has it, with secrets hidden. */
export async function botOf(mock: MockPlatform, id: string) {
  const answer = await fetch(address(mock, id), { headers: { authorization: authorization(mock) } });
  return (await answer.json()) as {
    name: string;
    version: string;
    revision: number;
    config: Record<string, unknown>;
  };
}

export const configOf = async (mock: MockPlatform, id: string) => (await botOf(mock, id)).config;

/** Changes a bot as another client does. */
export async function patchBot(mock: MockPlatform, id: string, body: object): Promise<void> {
  const { ok, status } = await fetch(address(mock, id), {
    method: "PATCH",
    headers: { authorization: authorization(mock), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`changing ${id} answered ${status}`);
}
