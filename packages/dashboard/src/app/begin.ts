import { path } from "../lib/url.ts";
import { endStart } from "../platform/early.ts";
import { getSession } from "../platform/get-session.ts";
import { pageAt } from "./pages.tsx";

/** Longer than this, the reader should see that the page is coming. */
const patienceMs = 150;

/** Asks for what the first view needs. Resolves when all is there, so that it is drawn once and nothing moves. */
export async function begin(): Promise<void> {
  const found = pageAt(path.value);
  found?.page.show.preload();
  const session = getSession();
  const begun = [session, ...(found?.page.begin?.(found.values, session) ?? [])];
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.allSettled(begun), patience]);
  endStart();
}
