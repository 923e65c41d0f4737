import { defineCommand } from "../../command.ts";
import { secretFields } from "../../secrets/secret-text.ts";
import { secretName, setValue, stageOption } from "../../secrets/set-value.ts";

export default defineCommand<{ stage?: boolean }>({
  about: [
    "Sets a new value of a secret that exists, as platform secret set does. With --stage, bots that run keep the earlier value until they are started again, or until platform secret apply.",
  ],
  examples: [
    ["Replace a key, and restart the bots that use it", "platform secret rotate kraken-key < new.key"],
    ["Replace it now, and restart the bots later", "platform secret rotate kraken-key --stage < new.key"],
  ],
  arguments: [secretName],
  options: [stageOption],
  json: [...secretFields, "used_by"],
  async run(context, [name], { stage }) {
    const client = await context.connect();
    // Fails if there is none.
    await client.secrets.get(name!);
    await setValue(context, client, { name: name!, stage });
    return undefined;
  },
});
