import { is, type PlatformMutant } from "./mutant.ts";

const system = /^\/api\/v1\/system$/;
const events = /^\/api\/v1\/events$/;

/** Mistakes with what the platform says about itself, and about who changed a bot. */
export const systemMutants: PlatformMutant[] = [
  {
    id: "events-name-the-owner",
    what: "An event always names the owner of the bot, also if another user asked for it.",
    killers: ["bots.events-name-who-asked"],
    answer(asked, answered) {
      if (!is(asked, "GET", events)) return;
      answered.text = answered.text.replace(/"user_name":"(?!carol)[^"]+"/g, '"user_name":"carol"');
    },
  },
  {
    id: "events-have-the-current-revision",
    what: "Every event has the bot's current revision.",
    killers: ["bots.events-name-who-asked"],
    answer(asked, answered) {
      if (is(asked, "GET", events)) answered.text = answered.text.replaceAll('"revision":1', '"revision":2');
    },
  },
  {
    id: "system-shows-the-default-limits",
    what: "The system shows the defaults of the limits.",
    killers: ["rest.system-limits-in-force"],
    answer(asked, answered) {
      if (is(asked, "GET", system))
        answered.text = answered.text.replace(/"value":[^,]+,"default":([^,]+)/g, '"value":$1,"default":$1');
    },
  },
  {
    id: "system-hides-a-failing-part",
    what: "The system leaves out a part of its health.",
    killers: ["rest.system"],
    answer(asked, answered) {
      if (is(asked, "GET", system))
        answered.text = answered.text.replace(/,\{"name":"isolation","status"[^}]*\}/, "");
    },
  },
  {
    id: "system-has-another-isolation",
    what: "The system shows the isolation that was asked for, not the one in force.",
    killers: ["rest.system"],
    answer(asked, answered) {
      if (is(asked, "GET", system))
        answered.text = answered.text.replace(/"isolation":"[^"]+"/, '"isolation":"auto"');
    },
  },
];
