import type { FastifyReply, FastifyRequest } from "fastify";
import { errors } from "../../errors/error-table.ts";
import type { PlatformError } from "../../errors/platform-error.ts";
import { withoutKeys } from "../../keys/key.ts";
import type { Caller } from "../../users/caller.ts";
import type { Wanted } from "../../users/device-sign-ins.ts";
import { refusalOf } from "../http/problems.ts";
import { apiPrefix } from "../http/requests.ts";
import { Html, html } from "./html.ts";
import { sendPage } from "./layout.ts";
import { handOver, pageKeyField } from "./script.ts";

/** Returns where to go after signing in: a page of the platform, never another site. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || next.length > 2000) return "/";
  // What a URL parser reads differently ("//", backslashes, line feeds) may lead elsewhere.
  const here = "http://platform.invalid";
  return URL.canParse(next, here) && new URL(next, here).href === `${here}${next}` ? next : "/";
}

/** Reloads the page from here. */
export function bounce(reply: FastifyReply, { url }: FastifyRequest): FastifyReply {
  const head = html`<meta http-equiv="refresh" content="0;url=${url}">`;
  return sendPage(reply, "One moment", html`<p><a href="${url}">Continue</a></p>`, { head });
}

/** It does not say who is signed in: the browser asks for it with the cookie alone. */
export function homePage(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply,
    "Botyard",
    html`<p>You are signed in.</p>
<ul>
<li><a href="/device">Approve the sign-in of a device</a></li>
<li><a href="/docs">API reference</a></li>
</ul>
<form method="post" action="/sign-out">${pageKeyField}<button>Sign out</button></form>`,
    { scripted: true },
  );
}

/** The answer to a form that has signed in: only the page that sent the form gets it. */
export const signedInPage = (reply: FastifyReply, pageKey: string, next: string): FastifyReply =>
  sendPage(reply, "Signed in", handOver(pageKey, next), { scripted: true });

export const signedOutPage = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, "Signed out", handOver("", "/sign-in"), { scripted: true });

export function signInPage(
  reply: FastifyReply,
  { code, next, error }: { code?: string | undefined; next: string; error?: PlatformError },
): FastifyReply {
  const hidden = html`<input type="hidden" name="next" value="${next}">${pageKeyField}`;
  const byLink = html`<form method="post" action="/sign-in">
<p>This link signs you in once.</p>
<input type="hidden" name="code" value="${code}">${hidden}
<button class="main" autofocus>Sign in</button>
</form>`;
  const byKey = html`<form method="post" action="/sign-in">
<label>API key <input name="key" type="password" autocomplete="off" required autofocus></label>${hidden}
<button class="main">Sign in</button>
</form>
<p class="soft">Without a key, open the sign-in link that <code>npm start</code> and the first start of <code>platform serve</code> print in
the terminal. That start also writes a key to the file <code>admin.key</code> in the data folder. Other users get a link or a key
from an admin.</p>`;
  return sendPage(reply, "Sign in", html`${problem(error, true)}${code !== undefined ? byLink : byKey}`, {
    scripted: true,
  });
}

/** Asks for the code. What the device wants is shown in the answer to the form, which has the page key. */
export function devicePage(
  reply: FastifyReply,
  { user_code, error }: { user_code?: string | undefined; error?: PlatformError } = {},
): FastifyReply {
  const known = user_code !== undefined;
  return sendPage(
    reply,
    "Sign in a device",
    html`${problem(error)}<form method="post" action="/device">
<label>Code that the device shows <input name="user_code" value="${user_code}" autocomplete="off" autocapitalize="characters" required${focus(!known)}></label>
${pageKeyField}<button class="main"${focus(known)}>Continue</button>
</form>`,
    { scripted: true },
  );
}

export function wantedPage(
  reply: FastifyReply,
  { user_name }: Caller,
  wanted: Wanted & { user_code: string },
): FastifyReply {
  return sendPage(
    reply,
    "Sign in a device",
    html`<p><strong>${wanted.client}</strong> asks for an API key of <strong>${user_name}</strong>.</p>
<table>
<tr><th>Code</th><td><code class="code">${wanted.user_code}</code></td></tr>
<tr><th>Scopes</th><td>${wanted.scopes.join(", ")}</td></tr>
<tr><th>Asked at</th><td>${moment(wanted.created_at)}</td></tr>
</table>
<p>Approve only if you have just begun this sign-in yourself and the code is the one that you see there.</p>
<form method="post" action="/device">
<input type="hidden" name="user_code" value="${wanted.user_code}">${pageKeyField}
<button class="main" name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button>
</form>`,
    { scripted: true },
  );
}

export function decidedPage(reply: FastifyReply, client: string, approved: boolean): FastifyReply {
  const text = approved
    ? html`<p><strong>${client}</strong> gets an API key. You can close this page.</p>`
    : html`<p><strong>${client}</strong> gets no API key. You can close this page.</p>`;
  return sendPage(reply, approved ? "Approved" : "Denied", text);
}

/** Whether a person is to see the answer: a browser opens an address that is not the API's. */
export const isForPerson = ({ method, url, headers }: FastifyRequest): boolean =>
  method === "GET" && headers["sec-fetch-dest"] === "document" && !url.startsWith(apiPrefix);

export function notFoundPage({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(
    reply.code(404),
    "Page not found",
    html`<p>The platform has no page at <code>${withoutKeys(url.split("?")[0]!)}</code>.</p><p><a href="/">To the start page</a></p>`,
  );
}

/** Shows a refusal. An unexpected error is logged, and the page gives only the id of the request. */
export function errorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) request.log.error({ err: error }, "page failed");
  return sendPage(
    reply.code(refusal.status).headers(refusal.headers),
    refusal.status < 500 ? "Not possible" : "Failed",
    html`${problem(refusal)}<p>Request <code>${request.id}</code></p><p><a href="/">To the start page</a></p>`,
  );
}

const focus = (has: boolean) => new Html(has ? " autofocus" : "");
const moment = (time: string) => `${time.slice(0, 19).replace("T", " ")} UTC`;

/** What went wrong, and if `advises` also what to do. */
function problem(error: PlatformError | undefined, advises = false): Html | undefined {
  if (!error) return undefined;
  const { hint }: { title: string; hint?: string } = errors[error.code];
  return html`<p class="error" role="alert">${error.message}${advises && hint ? `. ${hint}` : ""}</p>`;
}
