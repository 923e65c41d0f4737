import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createReadStream, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { until } from "../drive/platform.ts";
import { type Amount, interleave, median, type Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";

/** Makes a wheel of these many files in the working folder. Only the names of its folders are compressed. */
const wheel = `
import os, sys, zipfile
files, size = int(sys.argv[1]), int(sys.argv[2])
with zipfile.ZipFile("ballast-1.0.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("ballast/__init__.py", "")
    for n in range(files):
        wheel.writestr(f"ballast/{n // 100}/data{n}.bin", os.urandom(size))
    info = "ballast-1.0.0.dist-info"
    wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\\nName: ballast\\nVersion: 1.0.0\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/RECORD", "")
`;

/** Measures what many files of dependencies cost: a deploy that does not change them, the disk, and a start. */
export async function packages(scene: Scene, amount: Amount): Promise<Row[]> {
  return [await deploys(scene, amount), await disk(scene, amount), await starts(scene, amount)];
}

/** Measures a deploy of a changed file beside installed dependencies against one of a bot without any. */
async function deploys(scene: Scene, amount: Amount): Promise<Row> {
  const files = amount(1_800, 40);
  const size = 100 * 1024;
  const wheels = join(scene.platform.dir, "wheels");
  mkdirSync(wheels);
  execFileSync("python3", ["-c", wheel, String(files), String(size)], { cwd: wheels });
  // From an index, as people have it: a folder may change unnoticed, so that its packages are installed each time.
  const index = await serveIndex(wheels);
  let round = 0;
  const deploy = async (name: string, requirements: string) => {
    const own = manifest(name, "scheduled", "python311");
    own["bot-config.yaml"] = own["bot-config.yaml"]!.replace('"1.0.0"', `"1.0.${round++}"`);
    const began = performance.now();
    await scene.deploy(name, {
      ...{ ...own, "requirements.txt": `${own["requirements.txt"]}${requirements}` },
      "main.py": `print(${JSON.stringify(`round ${round}`)})\n`,
    });
    return performance.now() - began;
  };
  const { a, b } = await interleave(
    amount(9, 1),
    () => deploy("ballast-bot", `--index-url ${index.url}\nballast==1.0.0\n`),
    () => deploy("light-bot", ""),
  );
  index.close();
  const bytes = files * size;
  return {
    name: `deploy of a change beside ${Math.round(bytes / 1024 ** 2)} MiB of dependencies ÷ of a small bot`,
    value: median(a) / median(b),
    unit: "×",
    target: { atMost: 2 },
    detail: `${Math.round(median(a))} ÷ ${Math.round(median(b))} ms, p50 of ${a.length}`,
  };
}

/** Serves a folder of wheels as a Python index with one page for all names. */
async function serveIndex(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer(({ url = "" }, answer) => {
    const file = join(folder, basename(url));
    if (url.endsWith(".whl")) return void createReadStream(file).pipe(answer);
    answer.setHeader("content-type", "text/html");
    answer.end(
      readdirSync(folder)
        .map((name) => `<a href="/${name}">${name}</a>`)
        .join("\n"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/simple`, close: () => server.close() };
}

/** Measures the disk that packages with equal dependencies use, once their bots have started. */
async function disk(scene: Scene, amount: Amount): Promise<Row> {
  const vendored = Object.fromEntries(
    Array.from({ length: amount(1_000, 20) }, (_, n) => [
      `vendor/framework/part${n}.py`,
      `TABLE = "${randomBytes(8_000).toString("hex")}"\n`,
    ]),
  );
  const start = async (n: number) => {
    const name = `framework-${n}`;
    await scene.deploy(name, {
      ...manifest(name, "scheduled", "python311"),
      ...{ ...vendored, "main.py": `print("bot ${n}")\n` },
    });
    await ran(scene, await create(scene, name));
  };
  const before = used(scene);
  await start(0);
  const one = used(scene) - before;
  const bots = amount(20, 3);
  for (let n = 1; n < bots; n++) await start(n);
  const all = used(scene) - before;
  return {
    name: `disk of ${bots} bots with equal dependencies ÷ of one`,
    value: all / one,
    unit: "×",
    target: { atMost: 1.2 },
    detail: `${(all / 1e6).toFixed(1)} ÷ ${(one / 1e6).toFixed(1)} MB, packages, code and bytecode`,
  };
}

/** Measures the time from a request to the first line of a bot with many files against one with few. */
async function starts(scene: Scene, amount: Amount): Promise<Row> {
  const [many, few] = [amount(5_000, 50), 5];
  const born = `console.log(JSON.stringify({ born: Date.now() }));\n`;
  const bot = async (files: number) => {
    const name = `files-${files}`;
    const more = Array.from({ length: files - 4 }, (_, n) => [`lib/${n % 100}/m${n}.mjs`, `// ${n}\n`]);
    const own = { ...manifest(name, "scheduled", "nodejs24"), ...Object.fromEntries(more) };
    await scene.deploy(name, { ...own, "main.mjs": born });
    return create(scene, name);
  };
  const [large, small] = [await bot(many), await bot(few)];
  const start = async (id: string) => {
    const began = Date.now();
    return (await ran(scene, id)) - began;
  };
  const { a, b } = await interleave(
    amount(25, 1),
    () => start(large),
    () => start(small),
  );
  return {
    name: `start of a bot with ${many} files ÷ with ${few}`,
    value: median(a) / median(b),
    unit: "×",
    target: { atMost: 1.3 },
    detail: `${Math.round(median(a))} ÷ ${Math.round(median(b))} ms, p50 of ${a.length}`,
  };
}

const create = (scene: Scene, name: string) =>
  scene.platform.create({ name, type: `scheduled/${name}`, schedule: "0 0 1 1 *" });

/** Runs a bot. Returns the time that it printed, if it did. */
async function ran(scene: Scene, id: string): Promise<number> {
  const { json } = await scene.platform.call("POST", `/bots/${id}/run`);
  await until(async () => {
    const { status } = await scene.platform.get<{ status: string }>(`/runs/${json.id}`);
    if (status === "failed") throw new Error(`The run ${json.id} failed.`);
    return status === "success";
  });
  const { items } = await scene.platform.get<{ items: { fields?: { born?: number } }[] }>(
    `/bots/${id}/logs?stream=stdout&limit=1`,
  );
  return items[0]?.fields?.born ?? Number.NaN;
}

/** Bytes of the disk that packages and their code use; a file with several names counts once. */
function used(scene: Scene): number {
  const seen = new Set<number>();
  let bytes = 0;
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const { ino, blocks } = lstatSync(path);
      if (!seen.has(ino)) bytes += blocks * 512;
      seen.add(ino);
      if (entry.isDirectory()) walk(path);
    }
  };
  for (const folder of ["packages", "code"]) walk(join(scene.platform.data, folder));
  return bytes;
}
