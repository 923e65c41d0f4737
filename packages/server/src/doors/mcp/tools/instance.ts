import type { BotPatch as Patch } from "../../../bots/patch.ts";
import { PlatformError } from "../../../errors/platform-error.ts";
import { BotPatch } from "../../../operations/documents/bot.ts";
import { inputCheck } from "../../../operations/input-check.ts";
import { readInstanceBody } from "../../http/instance-body.ts";

const checkPatch = inputCheck(BotPatch, "body");

/**
 * Returns the configuration of a new instance as the platform expects it: without settings, it has the defaults.
 *
 * @throws {PlatformError} `validation_failed` if a number would be rounded
 */
export function instanceOf(given: unknown): unknown {
  const instance = exactly(given);
  return isObject(instance) ? { config: {}, ...instance } : instance;
}

/**
 * Returns the changes to an instance of this type. Assistants send back the whole configuration, with its type, which
 * cannot be changed.
 *
 * @throws {PlatformError} `validation_failed`
 */
export function patchOf(given: unknown, type: string): Patch {
  const { type: wanted, ...patch } = exactly(given) as Record<string, unknown>;
  if (wanted !== undefined && wanted !== type) {
    const detail = `The type of a bot cannot be changed from "${type}" to ${JSON.stringify(wanted)}.`;
    const next = "Deploy another bot with bot_deploy.";
    throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "/type", detail, next }] });
  }
  if (wanted === undefined && Object.keys(patch).length === 0) {
    const detail = '"config" must have at least one field.';
    throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "", detail }] });
  }
  const problem = Object.keys(patch).length === 0 ? undefined : checkPatch(patch);
  if (problem) throw problem;
  return patch as Patch;
}

/** Says how to find out what an instance configuration may be. */
export function schemaAdvice({ code }: PlatformError, given: unknown): string | undefined {
  if (code !== "validation_failed" && code !== "version_required") return undefined;
  const { type, version } = isObject(given) ? given : {};
  const [, name] = /^(?:realtime|scheduled)\/(.+)$/.exec(String(type)) ?? [];
  if (name === undefined) return "Nothing was deployed. Call custom_bot_list to see what can be deployed.";
  const call = JSON.stringify({ name, ...(typeof version === "string" && { version }) });
  return `Nothing was deployed. Call custom_bot_schema with ${call} for what is allowed, correct the configuration and call bot_deploy again.`;
}

/** Checks numbers, which the request has with all their digits. */
function exactly(given: unknown): unknown {
  return readInstanceBody(JSON.stringify(given));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
