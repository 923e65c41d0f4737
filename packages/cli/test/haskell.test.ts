import { describeNewBot, packedAs } from "./describe-new-bot.ts";

describeNewBot({
  title: "Haskell",
  name: "haskell",
  unbuilt: 'The file "bin/my-bot" is not in the package. Build it: sh build.sh.',
  source: "app/Query.hs",
  stale: '"bin/my-bot" was built before "app/Query.hs" was changed. Build it again (sh build.sh).',
  packed: packedAs(
    ["README.md", "bot-config.yaml", "bot-schema.json", "bot.cabal"],
    ["bin/my-bot", "bin/my-bot-query"],
  ),
  main: "app/Bot.hs",
  metric: '{"count":1,"symbol":"AAPL"}',
});
