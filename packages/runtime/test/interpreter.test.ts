import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { executable, offeredIsolations, openTemporary, openWorkshop, textOf } from "./workshop.ts";

const path = process.env.PATH;
const leftovers: (() => unknown)[] = [];
afterEach(async () => {
  process.env.PATH = path;
  for (const clean of leftovers.splice(0).reverse()) await clean();
});

it.each(await offeredIsolations())(
  "an interpreter below the machine's /tmp runs bots in isolation %s",
  async (isolation) => {
    const folder = mkdtempSync(join(openTemporary, "botyard-interpreter-"));
    leftovers.push(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, "bin"));
    const script = '#!/bin/sh\n[ "$1" = --version ] && echo 1.0.0 || exec /bin/sh "$@"\n';
    writeFileSync(join(folder, "bin", "below-tmp"), script, { mode: 0o755 });
    process.env.PATH = `${join(folder, "bin")}${delimiter}${path}`;
    const workshop = await openWorkshop(isolation);
    leftovers.push(() => workshop.close());

    const launch = await workshop.start("echo runs", {
      runtime: {
        ...executable,
        id: "below-tmp",
        kind: "interpreted",
        tool: { names: ["below-tmp"], versionArguments: ["--version"], minimum: "1" },
        bot: ["{tool}", "{entry}"],
      },
    });
    expect(await launch.ended).toMatchObject({ code: 0 });
    expect(textOf(launch.files.stdout)).toBe("runs\n");
  },
);
