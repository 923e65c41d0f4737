import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../errors/platform-error.ts";
import type { Settings } from "../settings/settings.ts";
import { KeyRing } from "./key-ring.ts";

const keyBytes = 32;
const commandMs = 30_000;

type KeySettings = Pick<Settings, "dataDir" | "secretsKeyFile" | "secretsKeyCommand">;

/** The keys for secrets, or why there are none, in a sentence. */
export type LoadedKeys = { ring: KeyRing } | { ring: KeyRing; obstacle: string };

export const keyFileOf = ({ dataDir, secretsKeyFile }: Pick<KeySettings, "dataDir" | "secretsKeyFile">) =>
  secretsKeyFile ?? join(dataDir, "secrets.key");

/**
 * Reads the keys from the operator's command or from the key file, which is created unless something was encrypted
 * before: a new key could not read that.
 */
export async function loadKeys(
  settings: KeySettings,
  hasSealed: () => Promise<boolean>,
): Promise<LoadedKeys> {
  const { secretsKeyCommand: command } = settings;
  const source = command === undefined ? keyFileOf(settings) : "the output of PLATFORM_SECRETS_KEY_COMMAND";
  try {
    const text = command === undefined ? await fromFile(keyFileOf(settings), hasSealed) : await from(command);
    return { ring: new KeyRing(keysIn(text, source), source) };
  } catch (error) {
    return { ring: new KeyRing([], source), obstacle: messageOf(error) };
  }
}

async function from(command: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("sh", ["-c", command], { timeout: commandMs });
    return stdout;
  } catch (error) {
    const { code, signal } = error as { code?: number | string; signal?: string };
    throw new Error(
      `PLATFORM_SECRETS_KEY_COMMAND failed (${signal ?? `exit code ${code}`}), so that there is no key for secrets.`,
    );
  }
}

async function fromFile(file: string, hasSealed: () => Promise<boolean>): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      throw new Error(`The key of the secrets cannot be read: ${messageOf(error)}.`);
  }
  if (await hasSealed())
    throw new Error(
      `The key of the secrets, ${file}, is missing. Put it back, or say where it is with PLATFORM_SECRETS_KEY_FILE.`,
    );
  const text = `${randomBytes(keyBytes).toString("base64")}\n`;
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return text;
}

function keysIn(text: string, source: string): Buffer[] {
  const lines = text.split("\n").map((line) => line.trim());
  const keys = lines.flatMap((line, index) => {
    if (line === "" || line.startsWith("#")) return [];
    const key = Buffer.from(line, "base64");
    if (key.length === keyBytes && /^[A-Za-z0-9+/]{43}=$/.test(line)) return [key];
    throw new Error(
      `Line ${index + 1} of ${source} is not a key: 32 bytes in base64, such as openssl rand -base64 32 prints.`,
    );
  });
  if (keys.length === 0) throw new Error(`There is no key in ${source}: 32 bytes in base64.`);
  return keys;
}
