import { streamedTypes } from "../../src/doors/http/rest/bodies.ts";
import { placesOf } from "../../src/doors/http/rest/route.ts";
import { routes } from "../../src/doors/http/rest/routes.ts";
import type { operations } from "../../src/operations/index.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import type { Door, OperationName } from "./door.ts";

/** Headers that differ between any two answers. */
const perAnswer = ["date", "x-request-id", "ratelimit"];

/** The operations by HTTP. */
export function restDoor(): Door {
  const byName = new Map(
    routes({ ...defaultSettings, dataDir: "" }).map((route) => [route.name as OperationName, route]),
  );
  return {
    name: "REST",
    operations: [...byName.keys()].filter((name): name is keyof typeof operations => name !== undefined),
    async call(client, operation, input) {
      const route = byName.get(operation)!;
      const { inQuery, inBody } = placesOf(route);
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(input[name])),
      );
      const query = new URLSearchParams(
        inQuery.filter((name) => name in input).map((name): [string, string] => [name, String(input[name])]),
      );
      const fields = Object.fromEntries(
        inBody.filter((name) => name in input).map((name) => [name, input[name]]),
      );
      const body = route.body !== undefined ? input[route.body] : inBody.length > 0 ? fields : undefined;
      const raw = body instanceof Uint8Array;
      const answer = await client.ask(route.method, `${path}${query.size > 0 ? `?${query}` : ""}`, {
        ...(raw
          ? {
              raw: body as Uint8Array<ArrayBuffer>,
              headers: { "content-type": streamedTypes(route.reads)?.[0] ?? "application/json" },
            }
          : { body }),
      });
      const headers = [...answer.headers].filter(([name]) => !perAnswer.includes(name));
      return {
        status: answer.status,
        headers: Object.fromEntries(headers),
        body: answer.text,
        refused: answer.status >= 400,
      };
    },
  };
}
