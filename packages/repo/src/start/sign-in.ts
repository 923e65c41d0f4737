import { readFile } from "node:fs/promises";
import { CommandFailed, platform } from "./platform.ts";

const keyRefused = 4;

/**
 * Signs the command line in with the key that the platform has written to a file. Returns the key.
 *
 * @throws {Error} that says how to create another key, if the file is missing or its key was revoked
 */
export async function signIn(url: string, file: string): Promise<string> {
  const again = "Create another one: npm start -- --new-admin-key";
  const key = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error(`There is no API key in ${file}. ${again}`) : error;
  });
  await platform(["auth", "login", "--url", url, "--with-token"], { input: key }).catch((error: unknown) => {
    const isRefused = error instanceof CommandFailed && error.code === keyRefused;
    throw isRefused ? new Error(`The API key in ${file} was revoked or has expired. ${again}`) : error;
  });
  return key.trim();
}
