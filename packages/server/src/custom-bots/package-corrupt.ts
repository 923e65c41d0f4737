/** The stored package is missing or differs from the upload, or its runtime is unknown. */
export class PackageCorruptError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PackageCorruptError";
  }
}

/** What a user can do about a package that is damaged on the disk. */
export const repair =
  "Upload the same version again (platform custom-bot deploy --again), then start the bot.";
