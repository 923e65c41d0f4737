import { HttpResponse, http, type RequestHandler } from "msw";
import type { MockPlatform } from "./public/platform.ts";

export interface MockHandlersOptions {
  /** Address whose requests the mock answers (default: the `url` of the platform). */
  url?: string;
}

/** Returns request handlers for `setupServer` of msw/node: no request to the platform's address leaves the process. */
export function mockHandlers(platform: MockPlatform, options: MockHandlersOptions = {}): RequestHandler[] {
  const url = (options.url ?? platform.url).replace(/\/(api\/v1\/?)?$/, "");
  return [
    http.all(`${url}/*`, async ({ request }) => {
      try {
        return (await platform.fetch(request)) as HttpResponse<never>;
      } catch {
        return HttpResponse.error();
      }
    }),
  ];
}
