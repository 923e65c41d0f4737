import {
  apiPrefix,
  type Caller,
  commonHeaders,
  etagOf,
  healthOf,
  identify,
  nothingAt,
  PlatformError,
  RouteTable,
  readinessOf,
  readTrace,
  requireScope,
  routes,
  unlessKnown,
} from "@botyard/server/building-blocks";
import type { Failures } from "../failures.ts";
import { type Journal, shownInput } from "../journal.ts";
import type { RecordedRequest } from "../public/platform.ts";
import type { World } from "../world.ts";
import { calling } from "./call.ts";
import { type Answered, type Incoming, json, type Outgoing, pathOf } from "./message.ts";
import { Mounted, readPath } from "./mounted.ts";
import { openApiText } from "./openapi.ts";
import { problem, sent } from "./sent.ts";
import { answerMessage } from "./tool-server.ts";

export interface HandlerParts {
  world(): World;
  journal: Journal;
  failures: Failures;
}

/** Answers requests by the tables of the platform: its routes, operations, schemas and errors. */
export class Handler {
  readonly #parts: HandlerParts;
  readonly #table = new RouteTable();
  readonly #mounted: Mounted[];

  constructor(parts: HandlerParts) {
    this.#parts = parts;
    const { settings } = parts.world().parts;
    this.#mounted = routes(settings).map((route) => new Mounted(route));
    const urls: [url: string, method: string][] = [
      ...this.#mounted.map(({ url, route }) => [url, route.method] as [string, string]),
      ...["/healthz", "/readyz", "/openapi.json"].map((url) => [url, "GET"] as [string, string]),
    ];
    for (const [url, method] of urls)
      this.#table.add({ url, method: method === "GET" ? ["GET", "HEAD"] : method });
    this.#table.add({ url: `${apiPrefix}/stream`, method: "GET" });
    this.#table.add({ url: "/mcp", method: "POST" });
  }

  async answer(incoming: Incoming): Promise<Outgoing> {
    const entry = this.#parts.journal.open(incoming);
    const answered = await this.#dispatch(incoming, entry).catch((error: unknown) =>
      problem(error, incoming.target, entry),
    );
    if (answered !== "cut") entry.status = answered.status;
    this.#parts.journal.close(entry);
    if (answered === "cut") return "cut";
    return {
      status: answered.status,
      headers: { ...commonHeaders(entry.request_id), ...answered.headers },
      body: incoming.method === "HEAD" ? null : answered.body,
    };
  }

  async #dispatch(incoming: Incoming, entry: RecordedRequest): Promise<Outgoing> {
    incoming.check?.();
    const { method, target } = incoming;
    const path = readPath(target);
    const isRead = method === "GET" || method === "HEAD";
    const { parts } = this.#parts.world();
    const place = path.length > 1 ? path.replace(/\/$/, "") : path;
    if (isRead && place === "/healthz") return json(healthOf(parts));
    if (isRead && place === "/readyz") return json(readinessOf(parts));
    if (isRead && place === "/openapi.json") {
      const body = await openApiText();
      const type = "application/json; charset=utf-8";
      return sent({ status: 200, ...unlessKnown(etagOf(body), incoming.headers, { type, body }) });
    }
    if (method === "POST" && place === "/mcp") {
      entry.operation = "callTool";
      const failed = await this.#parts.failures.meet(incoming, entry.operation);
      if (failed) return failed;
      return await answerMessage(this.#parts.world(), incoming, entry, () => this.#identify(incoming, entry));
    }
    if (method === "GET" && place === `${apiPrefix}/stream`) {
      entry.operation = "openStream";
      return await this.#refuseStream(incoming, entry);
    }
    // A state key ".." that the client did not encode twice turns the path into the bot's, with a slash.
    const strayed = method === "DELETE" && pathOf(target).endsWith("/");
    for (const mounted of strayed || pathOf(target).includes("//") ? [] : this.#mounted) {
      const params = mounted.match(method, path, target);
      if (params) return await this.#run(mounted, params, incoming, entry);
    }
    throw nothingAt(this.#table, method, target);
  }

  /** Admits a client to the stream, or returns the answer that refuses it. */
  async admit(incoming: Incoming): Promise<Caller | Outgoing> {
    const entry = this.#parts.journal.open(incoming);
    entry.operation = "openStream";
    try {
      incoming.check?.();
      const failed = await this.#parts.failures.meet(incoming, "openStream");
      if (failed) return failed;
      const caller = await this.#identify(incoming, entry, "read");
      entry.status = 101;
      return caller;
    } catch (error) {
      const answered = problem(error, incoming.target, entry);
      entry.status = answered.status;
      return { ...answered, headers: { ...commonHeaders(entry.request_id), ...answered.headers } };
    } finally {
      this.#parts.journal.close(entry);
    }
  }

  /** Records a subscription of a stream. */
  note(caller: Caller, input: Record<string, unknown>): void {
    const { journal } = this.#parts;
    const entry = journal.open({ method: "GET", target: `${apiPrefix}/stream`, headers: {} });
    entry.operation = "subscribe";
    entry.caller = { user: caller.user_name, key_id: caller.key.id };
    entry.input = input;
    journal.close(entry);
  }

  async #refuseStream(incoming: Incoming, entry: RecordedRequest): Promise<Outgoing> {
    const failed = await this.#parts.failures.meet(incoming, "openStream");
    if (failed) return failed;
    await this.#identify(incoming, entry, "read");
    throw new PlatformError("upgrade_required", undefined, { headers: { upgrade: "websocket" } });
  }

  /** @throws {PlatformError} if the key is missing or wrong, or does not permit the request */
  async #identify(incoming: Incoming, entry: RecordedRequest, scope?: "read" | "deploy" | "admin") {
    const caller = await identify(this.#parts.world().parts.keys, incoming.distinct);
    entry.caller = { user: caller.user_name, key_id: caller.key.id };
    if (scope) requireScope(caller, scope);
    return caller;
  }

  async #run(
    mounted: Mounted,
    params: Record<string, string>,
    incoming: Incoming,
    entry: RecordedRequest,
  ): Promise<Outgoing> {
    const { route } = mounted;
    const { method, target, headers } = incoming;
    const { parts, keyed } = this.#parts.world();
    entry.operation = route.name;
    const failed = await this.#parts.failures.meet(incoming, route.name, params.bot_id);
    if (failed) return failed;
    const caller = await this.#identify(incoming, entry, route.operation.scope);
    const request = await mounted.read(incoming, params);
    const ownerId = caller.user_id;
    const key = headers["idempotency-key"];
    const isKept = method === "POST" && key !== undefined && route.idempotent !== false;
    const begun = isKept && (await keyed.begin({ ownerId, key, method, target, body: request.body }));
    if (begun && "answer" in begun) return begun.answer;
    const trace = readTrace(headers);
    const answered = await calling(parts, caller, incoming.gone, (call) =>
      this.#call(mounted, request, { ...call, ...(trace && { trace }) }, entry),
    ).catch((error: unknown) => problem(error, target, entry));
    if (begun) {
      const header = (name: string) => answered.headers[name];
      await keyed.end(begun.once, mounted.url, { ...answered, header });
    }
    return answered;
  }

  async #call(
    mounted: Mounted,
    request: Awaited<ReturnType<Mounted["read"]>>,
    call: Parameters<Mounted["run"]>[1],
    entry: RecordedRequest,
  ): Promise<Answered> {
    const input = mounted.inputOf(request);
    entry.input = shownInput(input);
    return sent(await mounted.run(this.#parts.world().parts, call, input, request.headers));
  }
}
