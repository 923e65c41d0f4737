import { isObject, Num } from "../../json/index.ts";
import type { Answered, Asked, PlatformMutant } from "./mutant.ts";

const isTool = ({ path }: Asked): boolean => path === "/mcp";
const isModern = ({ headers }: Asked): boolean => headers["mcp-protocol-version"] === "2026-07-28";

/** Changes the text of the answers of the tool server. */
const retext =
  (from: RegExp | string, to: string): NonNullable<PlatformMutant["answer"]> =>
  (asked, answered) => {
    if (isTool(asked)) answered.text = answered.text.replace(from, to);
  };

const result = (answered: Answered, change: (value: Map<string, unknown>) => void): void =>
  answered.edit((json) => {
    const value = json.get("result");
    if (isObject(value)) change(value);
  });

/** Mistakes of the tool server. */
export const toolMutants: PlatformMutant[] = [
  {
    id: "tool-id-is-not-echoed",
    what: "The id of a request is not echoed.",
    killers: ["protocol.ids-are-echoed", "tools.auth-status"],
    answer: (asked, answered) => {
      if (isTool(asked)) answered.edit((json) => json.set("id", new Num("1000000")));
    },
  },
  {
    id: "tool-id-becomes-a-string",
    what: "The id of a request is echoed as a string.",
    killers: ["protocol.ids-are-echoed", "tools.bot-list"],
    answer: retext(/"id":(\d+)/, '"id":"$1"'),
  },
  {
    id: "tool-key-is-not-needed-to-list",
    what: "The tools are listed without a key.",
    killers: ["protocol.key-is-missing/tools-list"],
    ask: (asked, { keys }) => {
      if (isTool(asked) && asked.body.includes("tools/list")) asked.headers["x-api-key"] ??= keys.alice;
    },
  },
  {
    id: "tool-key-message-in-other-words",
    what: "The message of a missing key is not exactly that of the documents.",
    killers: ["protocol.key-is-missing"],
    answer: retext("Authentication required", "authentication required"),
  },
  {
    id: "tool-bot-not-found-in-other-words",
    what: "The message for an unknown bot is not exactly that of the documents.",
    killers: ["tools.unknown-bot", "tools.bot-delete"],
    answer: retext("Bot not found", "bot not found"),
  },
  {
    id: "tool-errors-without-advice",
    what: "An error does not say what to do next.",
    killers: ["tools.unknown-bot", "tools.unknown-custom-bot"],
    answer: (asked, answered) => {
      if (isTool(asked))
        result(answered, (value) => {
          const content = value.get("content");
          if (Array.isArray(content)) value.set("content", content.slice(0, 1));
        });
    },
  },
  {
    id: "tool-errors-are-results",
    what: "A failed call is not marked as an error.",
    killers: ["tools.unknown-bot", "tools.bot-deploy-is-checked"],
    answer: retext('"isError":true', '"isError":false'),
  },
  {
    id: "tool-value-without-text",
    what: "A result has no text beside its structured content.",
    killers: ["tools.auth-status", "tools.bot-get"],
    answer: (asked, answered) => {
      if (isTool(asked)) result(answered, (value) => value.has("content") && value.set("content", []));
    },
  },
  {
    id: "tool-value-in-text-only",
    what: "A result has no structured content.",
    killers: ["tools.auth-status", "tools.custom-bot-get"],
    answer: (asked, answered) => {
      if (isTool(asked)) result(answered, (value) => value.delete("structuredContent"));
    },
  },
  {
    id: "tool-answers-as-events",
    what: "Answers are streams of events.",
    killers: ["protocol.any-accept-header", "protocol.tools-are-listed"],
    answer: (asked, answered) => {
      if (!isTool(asked) || answered.status !== 200) return;
      answered.headers["content-type"] = "text/event-stream";
      answered.text = `event: message\ndata: ${answered.text}\n\n`;
    },
  },
  {
    id: "tool-accept-is-required",
    what: "A client that does not accept events is refused.",
    killers: ["protocol.any-accept-header", "protocol.tools-are-listed/bare"],
    answer: (asked, answered) => {
      if (isTool(asked) && !asked.headers.accept?.includes("text/event-stream")) answered.status = 406;
    },
  },
  {
    id: "tool-modern-clients-are-refused",
    what: "Clients of revision 2026-07-28 are refused.",
    killers: ["protocol.discover", "protocol.modern-results", "tools.session-of-an-assistant"],
    answer: (asked, answered) => {
      if (isTool(asked) && isModern(asked)) answered.status = 400;
    },
  },
  {
    id: "tool-takes-more-parameters",
    what: "A tool has one parameter more than documented.",
    killers: ["protocol.parameters-of-the-tools"],
    answer: retext(
      /("inputSchema":\{[^{]*"properties":\{)"bot_id"/,
      '$1"verbose":{"type":"boolean"},"bot_id"',
    ),
  },
  {
    id: "tool-order-changes",
    what: "The tools are listed in another order.",
    killers: ["protocol.tools-are-listed"],
    answer: (asked, answered) => {
      if (isTool(asked))
        result(answered, (value) => {
          const tools = value.get("tools");
          if (Array.isArray(tools)) value.set("tools", [...tools].reverse());
        });
    },
  },
  {
    id: "tool-reads-are-not-marked",
    what: "Tools do not say that they only read.",
    killers: ["protocol.annotations-of-the-tools"],
    answer: retext(/"readOnlyHint":true/g, '"readOnlyHint":false'),
  },
  {
    id: "tool-deploys-nothing",
    what: "A deployment answers and creates nothing.",
    killers: ["tools.bot-deploy", "tools.session-of-an-assistant"],
    answer: async (asked, answered, { send }) => {
      const made = /"bot_id":"(bot_\w+)"/.exec(answered.text)?.[1];
      if (!isTool(asked) || !asked.body.includes("bot_deploy") || made === undefined) return;
      const key = asked.headers["x-api-key"] ?? "";
      const headers = { authorization: `ApiKey ${key}` };
      const path = `/api/v1/bots/${made}`;
      await send({ method: "DELETE", path, query: new URLSearchParams(), headers, body: Buffer.alloc(0) });
    },
  },
];
