import { bringUp } from "../../bots/bring-up.ts";

export default bringUp({
  examples: [["Stop it and start it again", "platform bot restart my-bot"]],
  tell: (client, botId) => client.bots.restart(botId),
  again: true,
});
