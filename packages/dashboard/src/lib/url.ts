import { computed, signal } from "@preact/signals";

/** The address of the page. It holds the whole view, so that a link shows the same view in another browser. */
const current = signal(read());

function read(): URL {
  return new URL(location.href);
}

/** Why the page should not be left, and where the reader wants to go nevertheless. */
let held: string | undefined;
export const leaving = signal<{ to: string; why: string } | undefined>(undefined);

/** Asks before the page is left, until the returned function is called. */
export function holdLeaving(why: string): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  held = why;
  addEventListener("beforeunload", warn);
  return () => {
    held = undefined;
    removeEventListener("beforeunload", warn);
  };
}

/** Leaves a page that asked whether it should be left. */
export function leave(): void {
  const to = leaving.value?.to;
  held = undefined;
  leaving.value = undefined;
  if (to !== undefined) go(to);
}

function isHeld(target: URL): boolean {
  if (held === undefined || target.pathname === current.value.pathname) return false;
  leaving.value = { to: target.href, why: held };
  return true;
}

addEventListener("popstate", () => {
  const target = read();
  // The browser has gone back already: return, and ask.
  if (isHeld(target)) history.pushState(null, "", current.value);
  else current.value = target;
});

export const path = computed(() => current.value.pathname);
export const search = computed(() => current.value.searchParams);

/** Goes to another page of the dashboard. */
export function go(to: string, { replace = false } = {}): void {
  const target = new URL(to, location.href);
  if (target.href === location.href || isHeld(target)) return;
  if (replace) history.replaceState(null, "", target);
  else history.pushState(null, "", target);
  const moved = target.pathname !== current.value.pathname;
  current.value = target;
  if (moved) scrollTo(0, 0);
}

/** Changes parameters of the view; `undefined` and an empty text remove one. No step back leads to the old value. */
export function setSearch(values: Record<string, string | undefined>): void {
  const target = read();
  for (const [name, value] of Object.entries(values))
    if (value === undefined || value === "") target.searchParams.delete(name);
    else target.searchParams.set(name, value);
  go(target.href, { replace: true });
}

/** Follows links within the dashboard without loading the page again. */
export function followLinks(root: HTMLElement): void {
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.dataset.reload !== undefined) return;
    event.preventDefault();
    go(link.href);
  });
}
