import { defineCommand } from "../command.ts";

export default defineCommand<object>({
  about: [
    "Prints the version of this command, as platform --version does. The version of the platform is shown by platform auth status.",
  ],
  examples: [["Print the version", "platform version"]],
  json: ["version"],
  async run(context) {
    context.print({ version: context.version }, () => `${context.version}\n`);
    return undefined;
  },
});
