import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { packedArchives } from "../../src/build/archives.ts";
import { packDebian, whyNoDebian } from "../../src/build/debian.ts";
import { packImage, user, whyNoImage } from "../../src/build/image.ts";
import { Container, Image, type Rights, whyNoContainer } from "../../src/drive/container.ts";
import { until } from "../../src/drive/platform.ts";
import { blocksOf, readPage } from "../page.ts";

const isThorough = process.env.BOTYARD_THOROUGH === "1";
const page = "docs/how-to/run-in-a-container.md";
const compose = blocksOf(readPage(page)).find(({ options }) => options.file === "compose.yaml")!;
const service = parse(compose.text).services.botyard as Rights & { healthcheck: { test: string[] } };

/** The rows of the page's table: options, and what `/healthz` says with them. */
const rows = [...readPage(page).matchAll(/^\| (.*) \| `(\w+)`.* \| `(\w+)` \| `(\w+)` \|$/gm)]
  .slice(1)
  .map(([, options, isolation, network, limits]) => ({
    security_opt: Array.from(options!.matchAll(/`([^`]+)`/g), ([, option]) => option!),
    ...{ isolation, network, limits },
  }));

describe("the image", () => {
  let image: Image;
  let obstacle: string | undefined = "it takes minutes: npm test -- --thorough";
  const folder = mkdtempSync(join(tmpdir(), "botyard-container-"));
  const running: Container[] = [];

  beforeAll(async () => {
    if (isThorough) obstacle = (await whyNoDebian()) ?? whyNoImage() ?? whyNoContainer();
    if (obstacle !== undefined) return;
    const deb = await packDebian(await packedArchives(), folder);
    image = new Image(join(folder, await packImage(join(folder, deb), folder)));
  }, 600_000);

  afterAll(async () => {
    for (const container of running) await container.stop();
    image?.close();
    rmSync(folder, { recursive: true });
  });

  async function start(volume: string, rights: Rights): Promise<Container> {
    const container = new Container(image, volume, rights);
    running.push(container);
    await container.says(/^ *platform: +http/m);
    return container;
  }

  function newVolume(): string {
    const volume = mkdtempSync(join(folder, "volume-"));
    chownSync(volume, user, user);
    return volume;
  }

  const healthOf = (container: Container) =>
    JSON.parse(container.run("/usr/lib/botyard/node", "--eval", printHealth)).isolation;

  test("gives bots the isolation of the page's table with each of its options", { timeout: 300_000 }, async ({
    skip,
  }) => {
    skip(obstacle !== undefined, obstacle);
    expect(rows).toHaveLength(3);
    for (const { security_opt, ...said } of rows) {
      const container = await start(newVolume(), { ...service, security_opt });
      expect(healthOf(container), security_opt.join()).toMatchObject(said);
      expect(await container.stop()).toBe(0);
    }
  });

  test("runs bots with the compose file of the page, and again in the next container on its volume", {
    timeout: 300_000,
  }, async ({ skip }) => {
    skip(obstacle !== undefined, obstacle);
    const volume = newVolume();
    const first = await start(volume, service);
    const [, ...check] = service.healthcheck.test;
    first.run(...check);
    const link = blocksOf(readPage(page)).find(
      ({ language, options }) => language === "sh" && options.long === undefined,
    )!;
    const [, inside] = /exec botyard sh -c '(.*)'$/m.exec(link.text)!;
    expect(first.run("sh", "-c", inside!)).toContain("http://127.0.0.1:7070/sign-in");
    first.run("sh", "-c", deploy);
    expect(first.run("botyard", "bot", "query", "small", "/health", "--raw")).toBe('{"status":"ok"}');
    expect(first.run("id", "-u").trim()).toBe(`${user}`);
    expect(await first.stop()).toBe(0);
    const second = await start(volume, service);
    second.run(...check);
    await until(async () => second.run("botyard", "bot", "get", "small").includes("running"));
    expect(second.run("botyard", "bot", "query", "small", "/health", "--raw")).toBe('{"status":"ok"}');
    expect(await second.stop()).toBe(0);
  });
});

const printHealth =
  "fetch('http://127.0.0.1:7070/healthz').then((answer) => answer.text()).then((text) => console.log(text))";

const deploy = `set -e
botyard auth login --url http://127.0.0.1:7070 --with-token </var/lib/botyard/admin.key
cd "$(mktemp -d)"
botyard custom-bot init small --runtime nodejs24
botyard custom-bot deploy small
botyard bot deploy small/instance.json`;
