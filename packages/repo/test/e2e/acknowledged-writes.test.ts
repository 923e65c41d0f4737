import { expect, test } from "vitest";
import { deaths } from "../../src/drive/deaths.ts";
import { type TestPlatform, until } from "../../src/drive/platform.ts";

const kills = process.env.BOTYARD_THOROUGH === "1" ? 60 : 3;

/** The stages of a bot: deleted, created with the first config, changed to the second. */
type Stage = 0 | 1 | 2;

/** Creates, changes and deletes one bot repeatedly, and records the acknowledged stage. */
class Writer {
  readonly name: string;
  id = "";
  acknowledged: Stage = 0;
  /** Stage of the write in progress, or else the acknowledged one. */
  sent: Stage = 0;
  answers = 0;

  readonly #platform: TestPlatform;

  constructor(platform: TestPlatform, name: string) {
    this.#platform = platform;
    this.name = name;
  }

  /** Writes until the platform is killed. */
  async write(): Promise<void> {
    for (;;) {
      this.sent = ((this.acknowledged + 1) % 3) as Stage;
      const answer = await this.#ask().catch((error: unknown) => {
        // fetch throws a TypeError when the connection closes: the write may have succeeded or not.
        if (error instanceof TypeError) return undefined;
        throw error;
      });
      if (answer === undefined) return;
      if (answer.status === 429) this.sent = this.acknowledged;
      else {
        expect([200, 201, 204], answer.text).toContain(answer.status);
        if (this.sent === 1) this.id = answer.json.bot_id;
        this.acknowledged = this.sent;
        this.answers += 1;
      }
    }
  }

  #ask() {
    const config = { stage: this.sent };
    if (this.sent === 1) {
      const instance = {
        name: this.name,
        type: "scheduled/idle",
        version: "latest",
        schedule: "0 0 1 1 *",
        config,
      };
      return this.#platform.call("POST", "/bots", instance);
    }
    if (this.sent === 2) return this.#platform.call("PATCH", `/bots/${this.id}`, { config });
    return this.#platform.call("DELETE", `/bots/${this.id}`);
  }
}

test.for(Object.keys(deaths))(
  "A platform that is repeatedly %s keeps every acknowledged write",
  {
    timeout: 300_000 + kills * 30_000,
  },
  async (how, { skip }) => {
    const { whyNot, open } = deaths[how]!;
    const why = whyNot?.();
    skip(why !== undefined, why);
    const { platform, die, close } = open();
    try {
      await platform.start();
      await platform.upload({ name: "idle", type: "scheduled", bot: "" });
      const writers = Array.from({ length: 4 }, (_, n) => new Writer(platform, `bot-${n}`));
      for (let kill = 0; kill < kills; kill++) {
        const before = writers.map(({ answers }) => answers);
        const writing = writers.map((writer) => writer.write());
        await until(async () => writers.every(({ answers }, n) => answers > before[n]!));
        // The time of the kill is random on purpose.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
        await die();
        await Promise.all(writing);
        await platform.start();
        await expectStages(platform, writers, kill + 1);
      }
    } finally {
      await close();
    }
  },
);

/** Every bot has the acknowledged stage, or that of the write in progress. */
async function expectStages(platform: TestPlatform, writers: Writer[], kill: number): Promise<void> {
  const { items } = await platform.get<{ items: { bot_id: string; name: string }[] }>("/bots?limit=200");
  for (const writer of writers) {
    const id = items.find(({ name }) => name === writer.name)?.bot_id;
    const found = id && (await platform.get<{ config: { stage: Stage } }>(`/bots/${id}`));
    const stage = found ? found.config.stage : 0;
    expect([writer.acknowledged, writer.sent], `${writer.name} after death ${kill}`).toContain(stage);
    Object.assign(writer, { id: id ?? "", acknowledged: stage, sent: stage });
  }
  expect(items.length).toBe(writers.filter(({ acknowledged }) => acknowledged !== 0).length);
}
