import { defineCommand } from "../command.ts";
import type { Check } from "../doctor/check.ts";
import { checkEverything } from "../doctor/checks.ts";
import { exitCodes } from "../exit-codes.ts";
import { asCalled } from "../output/as-called.ts";

const marks = { ok: "ok     ", warning: "warning", problem: "problem" };

export default defineCommand<object>({
  about: [
    "Checks for common problems and suggests a fix for each. Changes nothing.",
    "With PLATFORM_DATABASE_URL, the PostgreSQL database is checked from this machine, too.",
  ],
  examples: [["Check this machine and the platform", "platform doctor"]],
  json: ["name", "state", "says", "next"],
  exits: ["1 if a check finds a problem."],
  async run(context) {
    const checks = await checkEverything(context);
    context.print({ items: checks }, () => checks.map(line).join(""));
    return checks.some(({ state }) => state === "problem") ? exitCodes.failure : undefined;

    function line({ name, state, says, next }: Check): string {
      const paint = { ok: context.style.green, warning: context.style.yellow, problem: context.style.red }[
        state
      ];
      return `${paint(marks[state])}  ${name}: ${says}\n${next === undefined ? "" : `         next: ${asCalled(context.name, next)}\n`}`;
    }
  },
});
