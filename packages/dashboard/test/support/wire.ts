import type { Page, WebSocketRoute } from "playwright-core";

/** The stream's connection of a page, which a test can cut, refuse, or let carry nothing. */
export interface Wire {
  /** Whether new connections are closed. */
  down: boolean;
  /** Whether connections carry nothing, without being closed. */
  silent: boolean;
  opened: number;
  /** How many subscriptions the platform has confirmed. */
  subscribed: number;
  /** What the page sent over a silent connection. */
  dropped: string[];
  cut(code?: number): void;
}

/** Has to be called before the page opens its connection. */
export async function wire(page: Page): Promise<Wire> {
  const routes = new Set<WebSocketRoute>();
  const made: Wire = {
    down: false,
    silent: false,
    opened: 0,
    subscribed: 0,
    dropped: [],
    cut(code = 1011) {
      // Not awaited: a page that leaves because of it does not answer.
      for (const route of routes) route.close({ code }).catch(() => {});
      routes.clear();
    },
  };
  await page.routeWebSocket(/\/stream$/, (route) => {
    if (made.down) return void route.close({ code: 1011 });
    made.opened += 1;
    routes.add(route);
    const server = route.connectToServer();
    route.onMessage((message) => {
      if (made.silent) made.dropped.push(String(message));
      else server.send(message);
    });
    server.onMessage((message) => {
      if (String(message).startsWith('{"op":"subscribed"')) made.subscribed += 1;
      if (!made.silent) route.send(message);
    });
  });
  return made;
}
