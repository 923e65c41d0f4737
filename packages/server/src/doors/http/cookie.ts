import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../../settings/settings.ts";

/** Whether browsers reach the platform over HTTPS. */
export const isSecure = ({ publicUrl }: Pick<Settings, "publicUrl">) =>
  publicUrl?.startsWith("https:") === true;

/** With the prefix, a browser takes the cookie only over HTTPS, and from no other host of the domain. */
const nameOf = (settings: Pick<Settings, "publicUrl">) =>
  isSecure(settings) ? "__Host-botyard" : "botyard_session";

/** Returns the token of the session cookie. */
export function sessionToken(
  settings: Pick<Settings, "publicUrl">,
  { headers }: FastifyRequest,
): string | undefined {
  for (const pair of headers.cookie?.split(";") ?? []) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === nameOf(settings) && /^[\w-]{43}$/.test(value ?? "")) return value;
  }
  return undefined;
}

/** Sets the session cookie; without a session, removes it. */
export function setSessionCookie(
  settings: Pick<Settings, "publicUrl">,
  reply: FastifyReply,
  session?: { token: string; expires_at: string },
): FastifyReply {
  const secure = isSecure(settings) ? "; Secure" : "";
  const expires = new Date(session?.expires_at ?? 0).toUTCString();
  return reply.header(
    "set-cookie",
    `${nameOf(settings)}=${session?.token ?? ""}; Path=/; Expires=${expires}; HttpOnly; SameSite=Strict${secure}`,
  );
}
