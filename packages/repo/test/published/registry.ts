import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { tarFiles } from "./archives.ts";
import { type Consumer, fileName } from "./consumer.ts";

/** A registry of npm with the packed archives, for the packages of the scope `@botyard`. */
export async function serveArchives(
  consumer: Consumer,
): Promise<{ env: NodeJS.ProcessEnv; close(): Promise<void> }> {
  const server = createServer(({ url = "" }, response) => {
    const name = decodeURIComponent(url.slice(1)).replace(/\.tgz$/, "");
    const found = consumer.packages.find((one) => name === one.name || name === fileName(one.name));
    if (!found) return response.writeHead(404).end();
    const archive = readFileSync(join(consumer.archives, `${fileName(found.name)}-${found.version}.tgz`));
    if (url.endsWith(".tgz")) return response.end(archive);
    const { port } = server.address() as AddressInfo;
    const manifest = JSON.parse(tarFiles(archive).get("package.json")!.toString());
    manifest.dist = {
      tarball: `http://127.0.0.1:${port}/${fileName(name)}.tgz`,
      integrity: `sha512-${createHash("sha512").update(archive).digest("base64")}`,
    };
    const versions = { [found.version]: manifest };
    return response.end(JSON.stringify({ name, "dist-tags": { latest: found.version }, versions }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    env: { ...consumer.env, "npm_config_@botyard:registry": `http://127.0.0.1:${port}` },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
