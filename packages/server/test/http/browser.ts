import type { TestPlatform } from "./harness.ts";

/** A browser with one cookie, which sends what browsers send. */
export class Browser {
  cookie: string | undefined;
  readonly #at: TestPlatform;

  constructor(at: TestPlatform) {
    this.#at = at;
  }

  /** Sends a request from a page of `origin` (default: the platform's own). */
  async send(
    method: string,
    path: string,
    { body, form, origin = this.#at.platform.url, headers = {} }: Sent = {},
  ): Promise<Response> {
    const own = origin === this.#at.platform.url;
    const response = await fetch(new URL(path, this.#at.platform.url), {
      method,
      redirect: "manual",
      headers: {
        "sec-fetch-site": own ? "same-origin" : "same-site",
        ...(method !== "GET" && { origin }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    const set = response.headers.get("set-cookie");
    if (set !== null) this.cookie = /^[^=]+=[^;]+/.exec(set)?.[0];
    return response;
  }

  get = (path: string, sent?: Sent) => this.send("GET", path, sent);
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
  headers?: Record<string, string>;
}
