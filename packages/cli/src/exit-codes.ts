/** What the command's exit code says; scripts branch on it, so a number never changes its meaning. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  auth: 4,
  notFound: 5,
  invalid: 6,
  unreachable: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The table of `platform help exit-codes` and docs/reference/cli.md. */
export const exitCodeTable: { code: ExitCode; meaning: string }[] = [
  { code: 0, meaning: "Done." },
  { code: 1, meaning: "It failed: a bot failed, a handler failed, the platform could not do it now." },
  { code: 2, meaning: "The command line was wrong, or a question could not be asked or was declined." },
  { code: 4, meaning: "No key, a wrong or expired key, or a key that may not do this." },
  { code: 5, meaning: "There is no such bot, custom bot, version, run, key or query." },
  { code: 6, meaning: "A file, a value or a package is invalid; nothing was changed." },
  { code: 7, meaning: "The platform can not be reached, or it did not finish in time." },
  { code: 130, meaning: "Ended by Ctrl-C." },
];
