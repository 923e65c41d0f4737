import type { Problem } from "../problems/problem.ts";
import type { Runtime } from "../runtimes/table.ts";
import { interpreterOf, type Target } from "../runtimes/target.ts";
import { botConfigFile } from "./config.ts";

/** Warns of a runtime whose interpreter the platform does not have. It may be installed before the bot is started. */
export function missingInterpreter(runtime: Runtime, target: Target | undefined): Problem[] {
  const known = target?.interpreters.filter(({ isAssumed }) => !isAssumed) ?? [];
  const isAsked = runtime.entryExtensions.some((extension) => [".py", ".mjs"].includes(extension));
  const own = interpreterOf(target, runtime.id);
  if (known.length === 0 || !isAsked || (own && !own.isAssumed)) return [];
  const python = runtime.entryExtensions.includes(".py");
  const others = known.filter(({ implementation }) => (implementation === "node") !== python);
  const list = others.map(({ runtime: id, version }) => `${id} (${version})`).join(", ");
  return [
    {
      code: "bot_config.runtime_missing",
      file: botConfigFile,
      pointer: "/runtime",
      message: `The platform has no ${runtime.title}, so that the bot cannot be started.`,
      next: list === "" ? "Have it installed there." : `Have it installed there, or use one of: ${list}.`,
      severity: "warning",
    },
  ];
}
