import type { FastifyRequest } from "fastify";
import { Html } from "./html.ts";

/**
 * Returns the attribute of a page that has the colours which the user has chosen in the dashboard; without a choice, they are those
 * of the system. The page has it from its first byte, so that it never shows the other colours first.
 */
export function coloursOf({ headers }: FastifyRequest): Html {
  const [, chosen] = /(?:^|; )botyard_theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? "") ?? [];
  return new Html(chosen ? ` data-theme="${chosen}"` : "");
}
