import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packFiles } from "@botyard/manifest";

export interface PackageShape {
  name: string;
  version?: string;
  type?: "realtime" | "scheduled";
  queries?: boolean;
  schema?: object;
  readme?: string;
  network?: object;
  /** More files, by path. */
  files?: Record<string, string | Uint8Array>;
  /** Text that makes the content differ. */
  code?: string;
}

/** The bytes of a small package. */
export async function packageOf(shape: PackageShape): Promise<Buffer<ArrayBuffer>> {
  const { name, version = "1.0.0", type = "realtime", queries = false, readme } = shape;
  const schema = shape.schema ?? { type: "object", properties: {}, additionalProperties: false };
  const config = [
    `name: ${name}`,
    `version: ${version}`,
    `type: ${type}`,
    "runtime: python311",
    "entrypoints:",
    "  bot: main.py",
    ...(queries ? ["  query: query.py"] : []),
    "schema:",
    "  bot: bot-schema.json",
    ...(readme === undefined ? [] : ["readme: README.md"]),
    ...(shape.network === undefined ? [] : [`network: ${JSON.stringify(shape.network)}`]),
  ].join("\n");
  const files: Record<string, string | Uint8Array> = {
    "bot-config.yaml": config,
    "bot-schema.json": JSON.stringify(schema, null, 2),
    "main.py": shape.code ?? "print('hello')\n",
    ...(queries && { "query.py": "print('query')\n" }),
    ...(readme !== undefined && { "README.md": readme }),
    ...shape.files,
  };
  const entries = Object.entries(files).map(([path, text]) => ({
    path,
    content: typeof text === "string" ? Buffer.from(text) : text,
  }));
  const dir = await mkdtemp(join(tmpdir(), "botyard-package-"));
  try {
    const { path } = await packFiles(entries, join(dir, "package.tar.gz"));
    return (await readFile(path)) as Buffer<ArrayBuffer>;
  } finally {
    await rm(dir, { recursive: true });
  }
}
