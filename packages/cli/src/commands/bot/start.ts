import { bringUp } from "../../bots/bring-up.ts";

export default bringUp({
  examples: [["Start it again", "platform bot start my-bot"]],
  tell: (client, botId) => client.bots.start(botId),
});
