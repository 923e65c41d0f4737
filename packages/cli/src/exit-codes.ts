/** The exit codes of the command. Scripts depend on them: the meaning of a number never changes. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  auth: 4,
  notFound: 5,
  invalid: 6,
  unreachable: 7,
  differs: 8,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The table of `platform help exit-codes` and docs/reference/cli.md. */
export const exitCodeTable: { code: ExitCode; meaning: string }[] = [
  { code: 0, meaning: "Success." },
  { code: 1, meaning: "The command failed, for example because a bot or a query handler failed." },
  { code: 2, meaning: "The command line is invalid, or a required confirmation or key was not entered." },
  { code: 4, meaning: "The key is missing, invalid or expired, or lacks the required scope." },
  { code: 5, meaning: "The bot, custom bot, version, run, key, query or file does not exist." },
  { code: 6, meaning: "A file, a value or a package is invalid; nothing was changed." },
  { code: 7, meaning: "The platform cannot be reached, or did not finish in time." },
  { code: 8, meaning: "With --dry-run, platform apply has found differences; nothing was changed." },
  { code: 130, meaning: "Interrupted by Ctrl-C." },
];
