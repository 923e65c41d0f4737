import type { TestPlatform } from "./harness.ts";

/** A browser with one cookie and the storage of the platform's pages, which sends what browsers and those pages send. */
export class Browser {
  cookie: string | undefined;
  /** What the pages have stored. */
  pageKey: string | undefined;
  readonly #at: TestPlatform;

  constructor(at: TestPlatform) {
    this.#at = at;
  }

  /** Sends a request from a page of `origin` (default: the platform's own). */
  async send(
    method: string,
    path: string,
    { body, form, origin = this.#at.platform.url, navigates = false, headers = {} }: Sent = {},
  ): Promise<Response> {
    const own = origin === this.#at.platform.url;
    const { pageKey } = this;
    const response = await fetch(new URL(path, this.#at.platform.url), {
      method,
      redirect: "manual",
      headers: {
        "sec-fetch-site": own ? "same-origin" : "same-site",
        ...(method !== "GET" && { origin }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(pageKey !== undefined && !form && !navigates && { "botyard-page-key": pageKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: new URLSearchParams({ page_key: pageKey ?? "", ...form }).toString() }),
    });
    const set = response.headers.get("set-cookie");
    if (set !== null) {
      this.cookie = /^[^=]+=[^;]+/.exec(set)?.[0];
      const text = await response.clone().text();
      this.pageKey = /(?:data-page-key="|"page_key":")([\w-]+)"/.exec(text)?.[1];
    }
    return response;
  }

  get = (path: string, sent?: Sent) => this.send("GET", path, sent);
  /** Opens an address, as a link or the address bar does. */
  open = (path: string, sent?: Sent) => this.send("GET", path, { ...sent, navigates: true });
  post = (path: string, sent?: Sent) => this.send("POST", path, sent);

  // biome-ignore lint/suspicious/noExplicitAny: documents have many shapes.
  async json(method: string, path: string, sent?: Sent): Promise<any> {
    return (await this.send(method, path, sent)).json();
  }
}

export interface Sent {
  body?: unknown;
  form?: Record<string, string>;
  origin?: string;
  /** The browser asks for the address by itself, and not a script of a page: it has no page key. */
  navigates?: boolean;
  headers?: Record<string, string>;
}
