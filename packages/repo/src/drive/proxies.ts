import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { root } from "../root.ts";
import { withUnpacked } from "../run/unpacked.ts";
import { freePort, until } from "./platform.ts";

/** The host name in the published configurations. */
export const host = "bots.example";
const folder = join(root, "packages", "cli", "proxies");

export interface Certificate {
  file: string;
  keyFile: string;
  pem: string;
}

/** How a proxy is started for a test. */
export interface ProxyOptions {
  /** An existing folder for its files. */
  dir: string;
  /** Port of the platform. */
  platformPort: number;
  certificate: Certificate;
  httpsPort: number;
  /** Lines in place of the published limit for bodies. */
  limit?: string;
}

/** A proxy of one kind, with its published configuration. */
export interface ProxyKind {
  name: "nginx" | "caddy";
  /** Arguments with which it says its version. */
  proof: string[];
  /** The published configuration, with the addresses of a test in place of those of an operator. */
  configured(options: ProxyOptions & { httpPort: number }): string;
  /** Writes what surrounds the configuration, and returns how the proxy is started in the foreground. */
  command(dir: string, configuration: string): string[];
}

/** Replaces all of `from`, which must be there: a test of other text than the published one would prove nothing. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The configuration has no ${JSON.stringify(from)}.`);
  return text.replaceAll(from, to);
}

const certified = (text: string, { certificate }: ProxyOptions) =>
  replaced(
    replaced(text, `/etc/ssl/${host}.pem`, certificate.file),
    `/etc/ssl/${host}.key`,
    certificate.keyFile,
  );

export const nginx: ProxyKind = {
  name: "nginx",
  proof: ["-v"],
  configured(options) {
    let text = certified(readFileSync(join(folder, "nginx.conf"), "utf8"), options);
    text = replaced(text, "listen 80;", `listen ${options.httpPort};`);
    text = replaced(text, "listen 443 ssl;", `listen ${options.httpsPort} ssl;`);
    text = replaced(text, "127.0.0.1:7070", `127.0.0.1:${options.platformPort}`);
    return options.limit === undefined ? text : replaced(text, "client_max_body_size 256m;", options.limit);
  },
  command(dir, configuration) {
    writeFileSync(join(dir, "botyard.conf"), configuration);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${join(dir, name)};`,
    );
    const main = `daemon off;
pid ${join(dir, "nginx.pid")};
worker_processes 1;
events {}
http {
access_log off;
${temporary.join("\n")}
include ${join(dir, "botyard.conf")};
}
`;
    writeFileSync(join(dir, "nginx.conf"), main);
    return ["nginx", "-p", dir, "-e", "stderr", "-c", join(dir, "nginx.conf")];
  },
};

export const caddy: ProxyKind = {
  name: "caddy",
  proof: ["version"],
  configured(options) {
    let text = certified(readFileSync(join(folder, "Caddyfile"), "utf8"), options);
    text = replaced(text, "# tls ", "tls ");
    text = replaced(text, "127.0.0.1:7070", `127.0.0.1:${options.platformPort}`);
    if (options.limit !== undefined)
      text = replaced(text, "    reverse_proxy ", `    ${options.limit}\n    reverse_proxy `);
    return `{
admin off
http_port ${options.httpPort}
https_port ${options.httpsPort}
}
${text}`;
  },
  command(dir, configuration) {
    writeFileSync(join(dir, "Caddyfile"), configuration);
    return ["caddy", "run", "--config", join(dir, "Caddyfile"), "--adapter", "caddyfile"];
  },
};

const path = withUnpacked(process.env.PATH);

/** Why a proxy cannot be started; undefined if it can. */
export function whyNoProxy({ name, proof }: ProxyKind): string | undefined {
  if (spawnSync(name, proof, { env: { PATH: path } }).status !== 0) return `${name} is not installed`;
  return spawnSync("openssl", ["version"]).error && "openssl is not installed";
}

/** Makes a certificate for {@link host} that no authority has signed. */
export function makeCertificate(dir: string): Certificate {
  const made = { file: join(dir, "certificate.pem"), keyFile: join(dir, "certificate.key") };
  const options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const files = ["-out", made.file, "-keyout", made.keyFile];
  execFileSync("openssl", ["req", "-x509", ...options, ...names, ...files], { stdio: "pipe" });
  return { ...made, pem: readFileSync(made.file, "utf8") };
}

/** A running proxy. */
export class RunningProxy {
  readonly url: string;
  readonly httpPort: number;
  /** What it has printed. */
  said = "";
  readonly #process: ChildProcess;

  private constructor(command: string[], { dir, httpsPort }: ProxyOptions, httpPort: number) {
    this.url = `https://${host}:${httpsPort}`;
    this.httpPort = httpPort;
    const [file = "", ...args] = command;
    const env = { PATH: path, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
    this.#process = spawn(file, args, { cwd: dir, stdio: ["ignore", "pipe", "pipe"], env });
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.said += text;
      });
  }

  /**
   * Starts a proxy and waits until it listens.
   *
   * @throws {Error} with what it printed, if it ends
   */
  static async start(kind: ProxyKind, options: ProxyOptions): Promise<RunningProxy> {
    mkdirSync(options.dir, { recursive: true });
    const httpPort = await freePort();
    const configuration = kind.configured({ ...options, httpPort });
    const proxy = new RunningProxy(kind.command(options.dir, configuration), options, httpPort);
    await until(async () => {
      if (proxy.#hasEnded) throw new Error(`${kind.name} ended: ${proxy.said}`);
      return (await listens(options.httpsPort)) && (await listens(httpPort));
    });
    return proxy;
  }

  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
