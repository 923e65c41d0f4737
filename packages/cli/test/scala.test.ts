import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeNewBot, packedAs } from "./describe-new-bot.ts";
import { newBot } from "./new-bot.ts";
import { platform, version } from "./platform.ts";

const scala = ["--runtime", "scala3"];

describeNewBot({
  title: "Scala",
  name: "scala",
  unbuilt: 'The file "target/my-bot.jar" is not in the package. Build it: mvn package.',
  source: "src/main/scala/bot/Query.scala",
  stale:
    '"target/my-bot.jar" was built before "src/main/scala/bot/Query.scala" was changed. Build it again (mvn package).',
  packed: packedAs(["README.md", "bot-config.yaml", "bot-schema.json", "pom.xml", "target/my-bot.jar"]),
  main: "src/main/scala/bot/Main.scala",
  metric: '{"symbol":"AAPL","count":1}',
});

test("the SDK in a project in Scala is replaced by the one of the command", async () => {
  const cwd = await newBot(...scala);
  const project = join(cwd, "pom.xml");
  const original = readFileSync(project, "utf8");
  writeFileSync(project, original.replace("<botyard.sdk>sdk/botyard<", "<botyard.sdk>../elsewhere/botyard<"));
  rmSync(join(cwd, "sdk"), { recursive: true });
  const upgrade = () => platform(["custom-bot", "upgrade", "--json"], { cwd });
  expect(JSON.parse((await upgrade()).stdout)).toEqual({ version, sdk: "sdk/botyard", changed: true });
  expect(readFileSync(project, "utf8")).toBe(original);
  const source = join(cwd, "sdk", "botyard", "src", "main", "scala", "botyard", "metric.scala");
  const { mtimeMs } = statSync(source);
  expect(JSON.parse((await upgrade()).stdout)).toMatchObject({ changed: false });
  expect(statSync(source).mtimeMs).toBe(mtimeMs);
});
