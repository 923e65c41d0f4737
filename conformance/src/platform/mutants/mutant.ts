import { isObject, type Json, type JsonObject, read, write } from "../../json/index.ts";
import { errorTable } from "../judge/error-table.ts";

/** Where a proxy in front of a sound platform interferes. */
export interface Mistakes {
  /** Changes a request before the sound platform gets it. */
  ask?: (asked: Asked, around: Around) => void | Promise<void>;
  /** Changes the sound platform's answer. */
  answer?: (asked: Asked, answered: Answered, around: Around) => void | Promise<void>;
  /** Returns what the sound platform gets in place of a message of a client of the stream. */
  hear?: (message: JsonObject, around: Around) => JsonObject[];
  /** Returns what a client of the stream gets in place of a message of the sound platform. */
  say?: (message: JsonObject, around: Around) => JsonObject[];
  /** Changes how the sound platform closes a stream; undefined: the stream stays open. */
  close?: (closed: Closed) => Closed | undefined;
}

export interface Closed {
  code: number;
  reason: string;
  /** Milliseconds by which the client's connection is closed later. */
  afterMs: number;
}

/** A platform with a mistake that a maintainer could make: a proxy in front of a sound one. */
export interface PlatformMutant extends Mistakes {
  /** Unique: words with hyphens. */
  id: string;
  /** What this broken platform does, in one sentence. */
  what: string;
  /** Templates or ids of cases, each of which must notice it. */
  killers: string[];
}

export interface Asked {
  method: string;
  /** Path below the root, without the query string. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
}

/** What a mutant knows besides one request. */
export interface Around {
  /** Kept from one request to the next. */
  memory: Map<string, unknown>;
  /** The keys of two users. */
  keys: { alice: string; bob: string };
  /** Sends a request to the sound platform. */
  send(asked: Asked): Promise<Answered>;
}

/** An answer that can be changed. */
export class Answered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;

  constructor(status: number, headers: Record<string, string>, body: Buffer) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  get text(): string {
    return this.body.toString();
  }

  set text(text: string) {
    this.body = Buffer.from(text);
  }

  /** The body as a JSON object; an empty one if it is none. */
  get json(): JsonObject {
    try {
      const json = read(this.text);
      return isObject(json) ? json : new Map();
    } catch {
      return new Map();
    }
  }

  get code(): string {
    return String(this.json.get("code"));
  }

  get items(): Json[] {
    const items = this.json.get("items");
    return Array.isArray(items) ? items : [];
  }

  /** Changes the body if it is a JSON object. */
  edit(change: (json: JsonObject) => void): void {
    const { json } = this;
    if (json.size === 0) return;
    change(json);
    this.text = write(json);
  }

  setItems(items: Json[]): void {
    this.edit((json) => json.set("items", items));
  }

  become(other: Answered): void {
    this.status = other.status;
    this.headers = other.headers;
    this.body = other.body;
  }

  /** Becomes an error of another kind. */
  becomeProblem(code: string): void {
    const { status, title } = errorTable().get(code)!;
    this.status = status;
    this.edit((json) => {
      json.set("type", `urn:botyard:problem:${code}`);
      json.set("code", code);
      json.set("title", title);
    });
    this.text = this.text.replace(/"status":\d+/, `"status":${status}`);
  }
}

/** The mistake of answering one error with another. */
export const errorBecomes =
  (code: string, other: string): NonNullable<Mistakes["answer"]> =>
  (_, answered) => {
    if (answered.code === code) answered.becomeProblem(other);
  };

/** Whether a request is one of these. */
export const is = ({ method, path }: Asked, methods: string, pattern: RegExp): boolean =>
  methods.split(" ").includes(method) && pattern.test(path);

/** Path patterns below the API root. */
export const bots = /^\/api\/v1\/bots$/;
export const bot = /^\/api\/v1\/bots\/[^/]+$/;
export const query = /^\/api\/v1\/query\/[^/]+$/;
export const logs = /^\/api\/v1\/bots\/[^/]+\/logs$/;

/** Id of the bot that cases use where none exists. */
export const isUnknownId = (path: string): boolean => path.includes("bot_000000");
