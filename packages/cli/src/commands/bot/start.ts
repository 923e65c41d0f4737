import { bringUp } from "../../bots/bring-up.ts";

export default bringUp({
  examples: [["Start a bot", "platform bot start my-bot"]],
  tell: (client, botId) => client.bots.start(botId),
});
