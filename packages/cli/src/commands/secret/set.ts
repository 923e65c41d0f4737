import { defineCommand } from "../../command.ts";
import { secretFields } from "../../secrets/secret-text.ts";
import { secretName, setValue, stageOption } from "../../secrets/set-value.ts";

export default defineCommand<{ stage?: boolean }>({
  about: [
    "Sets the value of a secret, which need not exist. The value is read from standard input, or asked for on a terminal; it is never an argument, which other users of this machine could see. The platform encrypts it and gives it to processes of bots only: it cannot be read back.",
    "Running realtime bots that use the secret are restarted with the new value, one after another; runs of scheduled bots get it from the next one.",
  ],
  examples: [
    ["Set a secret from a file", "platform secret set kraken-key < kraken.key"],
    ["Type it", "platform secret set kraken-key"],
    ["Use it", `platform bot update my-bot --set 'api_key={"secret": "kraken-key"}'`],
  ],
  arguments: [secretName],
  options: [stageOption],
  json: [...secretFields, "used_by"],
  async run(context, [name], { stage }) {
    await setValue(context, await context.connect(), { name: name!, stage });
    return undefined;
  },
});
