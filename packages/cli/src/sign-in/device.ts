import { hostname } from "node:os";
import { ApiError, type Client, type Scope } from "@botyard/client";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { clean } from "../output/clean.ts";

/** Added to the interval of polls when the platform asks for it (RFC 8628, 3.5). */
const slowerSeconds = 5;

/**
 * Shows a code, and waits until a signed-in user approves it in a browser.
 *
 * @returns the new API key; `undefined` if the platform has no sign-in for devices
 * @throws {Failure} exit code 4 if the user denies it or the code expires
 */
export async function keyFromBrowser(
  context: Context,
  client: Client,
  scopes: Scope[],
): Promise<string | undefined> {
  const codes = await client.devices
    .begin({ client: `platform on ${hostname()}`, scopes })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    });
  if (!codes) return undefined;
  // Also with --quiet: the command cannot go on without the user.
  context.stderr.write(clean(`Open ${codes.verification_uri_complete}\n`));
  context.stderr.write(clean(`and approve the sign-in if the page shows the code ${codes.user_code}.\n`));
  let interval = codes.interval;
  for (;;) {
    await context.clock.sleep(interval * 1000, context.signal);
    context.signal.throwIfAborted();
    try {
      return (await client.devices.collect(codes.device_code)).access_token;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "slow_down" || error.status === 429) interval += slowerSeconds;
      else if (error.code !== "authorization_pending") throw refusal(error);
    }
  }
}

function refusal(error: ApiError): unknown {
  const what: Record<string, string> = {
    access_denied: "The sign-in was denied.",
    expired_token: "The code has expired before the sign-in was approved.",
    invalid_grant: "The platform no longer knows the sign-in.",
  };
  const message = what[error.code];
  return message ? new Failure(exitCodes.auth, message, { next: ["platform auth login"] }) : error;
}
