import { bringUp } from "../../bots/bring-up.ts";

export default bringUp({
  examples: [["Restart a bot", "platform bot restart my-bot"]],
  tell: (client, botId) => client.bots.restart(botId),
  again: true,
});
