import { is, type PlatformMutant } from "./mutant.ts";

const networkOf = /^\/api\/v1\/bots\/[^/]+\/network$/;

/** Mistakes with the networks of bots. */
export const networkMutants: PlatformMutant[] = [
  {
    id: "network-hides-what-is-cut",
    what: "The network of a bot does not show what is cut off all bots.",
    killers: ["networks.cut-and-restored"],
    answer(asked, answered) {
      if (is(asked, "GET", networkOf))
        answered.text = answered.text.replace(/"cut":(?:\[[^\]]*\]|"all")/, '"cut":[]');
    },
  },
  {
    id: "network-of-the-platform",
    what: "The network of a bot is always that of the platform.",
    killers: ["networks.of-a-bot"],
    answer(asked, answered) {
      if (is(asked, "GET", networkOf))
        answered.text = answered.text.replace(/"source":"instance"/, '"source":"platform"');
    },
  },
];
