import type { Client, SecretWithBots } from "@botyard/client";
import type { Argument, Option } from "../command.ts";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";
import { counted } from "../output/counted.ts";

export const secretName: Argument = { name: "name", help: "name of the secret, such as kraken-key" };

export const stageOption: Option = {
  flags: "--stage",
  help: "bots that run keep the earlier value until they are started again",
};

/**
 * Reads a value from standard input, or asks for it. One line feed at its end does not belong to it.
 *
 * @throws {Failure} exit code 2 if there is none
 */
async function readValue(context: Context, name: string): Promise<string> {
  if (!context.interactive) {
    const text = await context.readStdin("the value");
    const value = text.replace(/\r?\n$/, "");
    if (value === "") throw usage("Standard input has no value.", `platform secret set ${name} < file`);
    return value;
  }
  const typed = await context.prompts.secret(`Value of ${name}`);
  if (!typed) throw usage("No value was given; nothing was set.");
  return typed;
}

/** Sets the value of a secret and tells what follows for its bots. */
export async function setValue(
  context: Context,
  client: Client,
  { name, stage = false }: { name: string; stage?: boolean | undefined },
): Promise<SecretWithBots> {
  const value = await readValue(context, name);
  const secret = await client.secrets.set(name, { value, stage });
  context.print(secret, () => `Set ${name}, version ${secret.version}.\n`);
  if (secret.used_by.length === 0) {
    context.note(`Next: write {"secret": "${name}"} in the config of a bot.`);
  } else if (secret.applied_version < secret.version) {
    const bots = counted(secret.used_by.length, "bot");
    context.note(`It is staged for ${bots}. Next: platform secret apply ${name}`);
  }
  return secret;
}
