import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packedArchives } from "../../src/build/archives.ts";
import { packDebian, whyNoDebian } from "../../src/build/debian.ts";
import { DebianMachine, whyNoMachine } from "../../src/drive/debian-machine.ts";
import { blocksOf, readPage } from "../page.ts";

const isThorough = process.env.BOTYARD_THOROUGH === "1";
const page = "docs/how-to/install-on-debian.md";

/** The kernel has one processor and takes several times as long as this machine's. */
const limitMs = 1_200_000;

interface Report {
  seconds: number;
  /** Status of its page for a browser that has signed in. */
  dashboard: number;
  health: { uptime_seconds: number; isolation: { isolation: string; network: string; limits: string } };
  bot: { status: string; restarts: number; started_at: string };
  /** What the bot answers to a query. */
  answers: string;
  /** The last line of `systemd-analyze security`. */
  exposure: string;
}

test.for(["bookworm", "trixie"])(
  "a fresh Debian (%s) has a dashboard after the two commands of the page, and its bots run over an upgrade until the package is removed",
  { timeout: limitMs + 300_000 },
  async (suite, { skip }) => {
    skip(!isThorough, "it takes minutes: npm test -- --thorough");
    const obstacle = whyNoMachine() ?? (await whyNoDebian());
    skip(obstacle !== undefined, obstacle);
    const folder = mkdtempSync(join(tmpdir(), "botyard-deb-"));
    const machine = new DebianMachine();
    try {
      const archives = await packedArchives();
      const names = [
        await packDebian(archives, folder, "0.9.0"),
        await packDebian(archives, folder, "0.9.1"),
      ];
      for (const name of names) machine.bring(join(folder, name));
      machine.bring(join(import.meta.dirname, "..", "install", "look.mjs"));
      await machine.install(suite, join(folder, names[0]!));
      const output = await machine.run(steps(names), limitMs);
      const reports = [...output.matchAll(/^report: (.*)$/gm)].map(([, json]) => JSON.parse(json!) as Report);
      const [before, after] = reports;
      console.log(`dashboard after ${before!.seconds} s; ${before!.exposure}`, before!.health.isolation);
      expect(before!.health.isolation).toMatchObject({ isolation: "bubblewrap", network: "own" });
      for (const report of reports)
        expect(report).toMatchObject({
          dashboard: 200,
          answers: '{"status":"ok"}',
          bot: { status: "running" },
        });
      expect(before!.exposure).toMatch(/: [0-4]\.\d OK/);
      expect(after!.health.isolation).toEqual(before!.health.isolation);
      expect(after!.health.uptime_seconds).toBeLessThan(after!.seconds);
      expect(output).toContain("installed: 0.9.1\n");
      // The same process.
      expect(after!.bot).toEqual(before!.bot);
      expect(output).toContain("processes after removal: 0\ndata after removal: 1\n");
      expect(output).toContain("data after purge: 0\nuser after purge: 0\n");
    } finally {
      machine.close();
      rmSync(folder, { recursive: true });
    }
  },
);

/** What a person does, with the commands of the page. The version of a package is that of its control file alone. */
function steps([first, second]: string[]): string {
  const commands = blocksOf(readPage(page))
    .find(({ language }) => language === "sh")!
    .text.trim()
    .split("\n");
  const [install, link] = commands;
  return `set -e
export DEBIAN_FRONTEND=noninteractive
apt() { command apt -y "$@"; }
count() { "$@" 2>/dev/null | wc -l; }
processes() { grep -l "^Uid:[[:space:]]*$(id -u botyard)[[:space:]]" /proc/[1-9]*/status; }
look="/usr/lib/botyard/node /shared/look.mjs"
mkdir /root/first /root/second
mv ${first} /root/first
mv ${second} /root/second
cd /root/first
began=$(cut -d" " -f1 /proc/uptime)
${install}
link=$(${link})
$look "$began" "$link"
cd /root/second
began=$(cut -d" " -f1 /proc/uptime)
${install}
$look "$began" "$(${link})"
dpkg-query -W -f 'installed: \${Version}\\n' botyard
apt remove botyard
echo "processes after removal: $(count processes)"
echo "data after removal: $(count ls -d /var/lib/botyard)"
apt purge botyard
echo "data after purge: $(count ls -d /var/lib/botyard)"
echo "user after purge: $(count getent passwd botyard)"
`;
}
