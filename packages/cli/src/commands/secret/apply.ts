import { defineCommand } from "../../command.ts";
import { secretFields } from "../../secrets/secret-text.ts";
import { secretName } from "../../secrets/set-value.ts";

export default defineCommand({
  about: ["Restarts the realtime bots that run with an earlier value of the secret, after --stage."],
  examples: [["Restart the bots that run with the earlier key", "platform secret apply kraken-key"]],
  arguments: [secretName],
  json: [...secretFields, "used_by"],
  async run(context, [name]) {
    const client = await context.connect();
    const secret = await client.secrets.apply(name!);
    context.print(secret, () => `Applied ${name}, version ${secret.version}.\n`);
    return undefined;
  },
});
