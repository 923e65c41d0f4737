import { readExactJson } from "@botyard/core";
import {
  bodyBytes,
  type Caller,
  hostCheck,
  messageOf,
  PlatformError,
  readSent,
  refusalOf,
  refusedMessage,
  toolProtocol,
} from "@botyard/server/building-blocks";
import type { RecordedRequest } from "../public/platform.ts";
import type { World } from "../world.ts";
import { readContent } from "./body.ts";
import { calling } from "./call.ts";
import type { Answered, Incoming } from "./message.ts";

/** Answers a message to the tool server, which is loaded when it is first used. */
export async function answerMessage(
  { parts }: World,
  incoming: Incoming,
  entry: RecordedRequest,
  identify: () => Promise<Caller>,
): Promise<Answered> {
  let body: unknown;
  let refusal: unknown;
  try {
    // Without a socket there is no address that a page could have rebound.
    if (incoming.check) hostCheck(parts.settings)(incoming.distinct);
    const caller = await identify().catch((error: unknown) => {
      refusal = error;
    });
    const content = await readContent(incoming, ["application/json"], bodyBytes);
    body = content.length === 0 ? undefined : readSent(content, { read: readExactJson });
    if (!caller) throw refusal;
    const message = messageOf(body);
    entry.input = { ...message };
    const { answer } = await toolProtocol();
    const log = { error: (about: object, text: string) => console.error(text, about) };
    const tools = { ...parts, log, space: { isLow: false } };
    const { request_id: requestId } = entry;
    // Here a user reaches only its own bots, also an admin.
    const response = await calling(parts, caller, incoming.gone, ({ gone }) =>
      answer(tools, { call: { caller, gone }, requestId, headers: incoming.headers, message }),
    );
    const type = response.headers.get("content-type");
    const headers = type === null ? {} : { "content-type": type.replace(/json$/, "json; charset=utf-8") };
    return { status: response.status, headers, body: await response.text() };
  } catch (error) {
    // An invalid body of a caller without a valid key is not of interest.
    const known = refusalOf(refusal ?? error);
    entry.code = known.code;
    if (known.code === "internal_error" && !(error instanceof PlatformError)) console.error(error);
    return refusedMessage(known, body, entry.request_id);
  }
}
