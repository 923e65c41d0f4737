import { type Clock, newRequestId } from "@botyard/server/building-blocks";
import { Archive } from "./http/archive.ts";
import type { Incoming } from "./http/message.ts";
import type { RecordedRequest } from "./public/platform.ts";

/** Headers that contain keys are not recorded. */
const secretHeaders = ["authorization", "x-api-key", "cookie", "botyard-page-key"];

/** The requests that the mock was asked. */
export class Journal {
  readonly #clock: Pick<Clock, "now">;
  #requests: RecordedRequest[] = [];
  readonly #answered = new Set<RecordedRequest>();
  readonly #waiting = new Set<() => void>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests = [];
    this.#answered.clear();
  }

  /** Call when a request is answered. */
  close(request: RecordedRequest): void {
    this.#answered.add(request);
    for (const look of this.#waiting) look();
  }

  /** Resolves to the first answered request of an operation. */
  requested(operation: string): Promise<RecordedRequest> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.#requests.find((one) => one.operation === operation && this.#answered.has(one));
        if (!found) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  open({ method, target, headers }: Pick<Incoming, "method" | "target" | "headers">): RecordedRequest {
    const shown = Object.entries(headers).filter(
      (header): header is [string, string] => header[1] !== undefined && !secretHeaders.includes(header[0]),
    );
    const request: RecordedRequest = {
      request_id: newRequestId(),
      at: this.#clock.now().toISOString(),
      ...{ method, path: target, headers: Object.fromEntries(shown) },
    };
    this.#requests.push(request);
    return request;
  }
}

/** The parameters of an operation as they are shown: bytes of JSON as their value, of an archive as their number. */
export function shownInput(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (value instanceof Archive) return [name, { bytes: value.bytes }];
      return [name, value instanceof Uint8Array ? JSON.parse(Buffer.from(value).toString("utf8")) : value];
    }),
  );
}
