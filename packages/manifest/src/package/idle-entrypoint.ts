import { showPath } from "../files/path-rules.ts";
import type { Problem } from "../problems/problem.ts";

/** What a program does not do that its author probably expects. */
export type IdleEntrypoint = {
  path: string;
  kind: "only_definitions" | "ignores_config" | "overrides_config" | "config_not_packed";
};

/** Returns the warning about a program that probably does not do what its author expects. */
export function idleProblem({ path, kind }: IdleEntrypoint): Problem {
  const file = showPath(path);
  const words = {
    only_definitions: {
      code: "entrypoint.only_definitions",
      message: `${file} only defines functions or classes: the platform runs it as a program, which then does nothing.`,
      next: "Call the function at the end of the file.",
    },
    ignores_config: {
      code: "entrypoint.ignores_config",
      message: `${file} uses neither the SDK nor BOT_CONFIG, nor does another file of the bot: what is configured for a bot has no effect, and parts of the file that are meant for local tests run with their own values.`,
      next: "Read the config with input.parse of the SDK, or from the environment variable BOT_CONFIG.",
    },
    overrides_config: {
      code: "entrypoint.overrides_config",
      message: `${file} sets BOT_CONFIG itself: if that line runs on the platform, the bot uses these values in place of its own.`,
      next: "Remove the line, and pass the config to a local run with platform dev --config.",
    },
    config_not_packed: {
      code: "pack.config_not_packed",
      message: `${file} names config.json, which is not packaged, because it may contain keys.`,
      next: "Put the values into the config of each bot. If they are no secrets and the same for all bots, add the line !/config.json to .platformignore.",
    },
  } as const;
  return { file: path, severity: "warning", ...words[kind] };
}
