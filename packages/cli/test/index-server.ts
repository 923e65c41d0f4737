import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterThisTest, temporary } from "./platform.ts";
import { wheel } from "./wheels.ts";

/** A package index of a folder of wheels. */
export interface IndexServer {
  /** Where it is, without a password. */
  url: string;
  host: string;
  /** Names of packages that were asked for. */
  asked: string[];
  /** Adds a wheel. */
  wheel(name: string, options?: Parameters<typeof wheel>[2]): void;
  /** Returns the hash of a wheel, as in a lock file. */
  hash(name: string, version?: string): string;
}

/** Starts an index server that serves `/simple/<name>/` until the end of the test, to those with this login. */
export async function indexServer(login?: { username: string; password: string }): Promise<IndexServer> {
  const folder = temporary();
  const asked: string[] = [];
  const wanted = login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}`;
  const server = createServer((request, response) => {
    if (wanted !== undefined && request.headers.authorization !== wanted) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="packages"' }).end();
      return;
    }
    const [, kind, name = ""] = request.url!.split("/");
    const files = readdirSync(folder);
    if (kind === "files" && files.includes(name)) {
      response.end(readFileSync(join(folder, name)));
      return;
    }
    asked.push(name);
    const own = files.filter((file) => file.split("-")[0]!.replaceAll("_", "-") === name);
    response.writeHead(own.length > 0 ? 200 : 404, { "content-type": "text/html" });
    response.end(own.map((file) => `<a href="/files/${file}">${file}</a>`).join("\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(() => server.closeAllConnections() ?? server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/simple`,
    ...{ host, asked },
    wheel: (name, options = {}) => wheel(folder, name, options),
    hash(name, version = "1.0") {
      const file = readdirSync(folder).find((one) => one.startsWith(`${name}-${version}-`))!;
      return `sha256:${createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex")}`;
    },
  };
}

/** An entry of a uv.lock. */
export function locked(
  { url, hash }: IndexServer,
  name: string,
  { version = "1.0", source = `{ registry = "${url}" }`, dependencies = "", extras = "" } = {},
): string {
  return `
[[package]]
name = "${name.replaceAll("_", "-")}"
version = "${version}"
source = ${source}
dependencies = [${dependencies}]
wheels = [
    { url = "http://127.0.0.1:9/${name}.whl", hash = "${hash(name, version)}", size = 1 },
]
${extras}`;
}

/** A uv.lock of a project that has these dependencies, which pyproject.toml requires as `requires`. */
export function uvLock(dependencies: string, requires: string, ...packages: string[]): string {
  return `version = 1
revision = 5
requires-python = ">=3.11"
${packages.join("")}
[[package]]
name = "my-bot"
version = "0.1.0"
source = { virtual = "." }
dependencies = [${dependencies}]

[package.metadata]
requires-dist = [${requires}]
`;
}
