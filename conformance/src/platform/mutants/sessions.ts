import { errorBecomes, is, type PlatformMutant } from "./mutant.ts";

const session = /^\/api\/v1\/session$/;

/** Mistakes with the sign-in of browsers and devices. */
export const sessionMutants: PlatformMutant[] = [
  {
    id: "scripts-read-the-cookie",
    what: "The session cookie lacks HttpOnly.",
    killers: ["auth.session-of-a-key"],
    answer(_, { headers }) {
      if (headers["set-cookie"]) headers["set-cookie"] = headers["set-cookie"].replace("; HttpOnly", "");
    },
  },
  {
    id: "cookie-is-sent-from-other-sites",
    what: "The session cookie has SameSite=Lax.",
    killers: ["auth.session-of-a-key"],
    answer(_, { headers }) {
      if (headers["set-cookie"]) headers["set-cookie"] = headers["set-cookie"].replace("Strict", "Lax");
    },
  },
  {
    id: "origin-is-not-checked",
    what: "A request with a cookie may come from any site.",
    killers: ["auth.session-comes-from-the-platforms-pages", "auth.session-opens-a-stream"],
    ask({ headers }) {
      if (headers.cookie === undefined) return;
      delete headers.origin;
      headers["sec-fetch-site"] = "same-origin";
    },
  },
  {
    id: "pages-of-one-host-are-one-site",
    what: "A request with a cookie may come from another port of the host.",
    killers: ["auth.session-comes-from-the-platforms-pages/same-site"],
    ask({ headers }) {
      if (headers["sec-fetch-site"] === "same-site") headers["sec-fetch-site"] = "same-origin";
    },
  },
  {
    id: "session-outlives-the-sign-out",
    what: "Signing out only removes the cookie from the browser.",
    killers: ["auth.session-ends-when-signed-out"],
    async answer(asked, answered, { send, keys, memory }) {
      if (is(asked, "DELETE", session)) memory.set("signed out", true);
      if (answered.code !== "session_ended" || !memory.has("signed out")) return;
      const { cookie: _, ...headers } = asked.headers;
      answered.become(await send({ ...asked, headers: { ...headers, "x-api-key": keys.alice } }));
    },
  },
  {
    id: "session-outlives-its-key",
    what: "A session goes on when the key that opened it is revoked.",
    killers: ["auth.session-ends-with-its-key"],
    async answer(asked, answered, { send, keys }) {
      if (answered.code !== "session_ended") return;
      const { cookie: _, ...headers } = asked.headers;
      answered.become(await send({ ...asked, headers: { ...headers, "x-api-key": keys.alice } }));
    },
  },
  {
    id: "sessions-have-all-scopes",
    what: "A session has more scopes than the key that opened it.",
    killers: ["auth.session-has-the-scopes-of-its-key", "auth.session-of-a-key/read"],
    ask(asked, { keys }) {
      if (is(asked, "POST", session)) asked.body = Buffer.from(JSON.stringify({ key: keys.alice }));
    },
  },
  {
    id: "cookie-comes-before-the-key",
    what: "If a request has a key and a cookie, the cookie is used.",
    killers: ["auth.key-comes-before-the-session"],
    ask({ headers }) {
      if (headers.cookie === undefined) return;
      delete headers.authorization;
    },
  },
  {
    id: "sign-in-link-works-twice",
    what: "A sign-in link can be used again.",
    killers: ["auth.sign-in-link-works-once"],
    answer(asked, answered, { memory }) {
      if (!is(asked, "POST", session)) return;
      const earlier = memory.get(asked.body.toString()) as typeof answered | undefined;
      if (answered.status === 201) memory.set(asked.body.toString(), answered);
      else if (earlier) answered.become(earlier);
    },
  },
  {
    id: "device-key-is-given-twice",
    what: "A device gets its key as often as it asks.",
    killers: ["auth.device-gets-a-key"],
    answer(asked, answered, { memory }) {
      if (!is(asked, "POST", /\/device\/token$/)) return;
      const earlier = memory.get(asked.body.toString()) as typeof answered | undefined;
      if (answered.status === 200) memory.set(asked.body.toString(), answered);
      else if (earlier) answered.become(earlier);
    },
  },
  {
    id: "devices-may-poll-at-will",
    what: "A device that polls too often is not told to slow down.",
    killers: ["auth.device-gets-a-key"],
    answer: errorBecomes("slow_down", "authorization_pending"),
  },
  {
    id: "looking-at-a-device-approves-it",
    what: "A device is approved when a user looks at its code.",
    killers: ["auth.device-code-is-shown-to-a-user"],
    async answer(asked, answered, { send }) {
      if (!is(asked, "GET", /\/device\/[^/]+$/) || answered.status !== 200) return;
      await send({ ...asked, method: "POST", path: `${asked.path}/approve` });
    },
  },
  {
    id: "device-gets-all-scopes",
    what: "The key of a device has all scopes, whatever it asked for.",
    killers: ["auth.device-key-has-the-scopes-asked-for", "auth.device-gets-a-key"],
    ask(asked) {
      if (is(asked, "POST", /\/device\/code$/))
        asked.body = Buffer.from(JSON.stringify({ client: "device", scopes: ["read", "deploy", "admin"] }));
    },
  },
];
