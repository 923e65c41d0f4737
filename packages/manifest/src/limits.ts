/** Limits of a package. The client asks the platform for them and checks them before upload, the server on receipt. */
export type PackageLimits = {
  /** Maximum size of the `.tar.gz`, in bytes. */
  compressedBytes: number;
  /** Maximum size of all files together, in bytes. */
  unpackedBytes: number;
  /** Maximum number of files. */
  files: number;
  /** Maximum ratio of unpacked to compressed bytes. */
  ratio: number;
  /** Maximum length of a path, in UTF-8 bytes. */
  pathBytes: number;
  /** Maximum number of components of a path. */
  pathDepth: number;
};

const mebibyte = 1024 * 1024;

/** Default limits. A platform changes the first three by its settings. */
export const packageLimits: PackageLimits = {
  compressedBytes: 256 * mebibyte,
  unpackedBytes: 2048 * mebibyte,
  files: 50_000,
  ratio: 200,
  pathBytes: 240,
  pathDepth: 32,
};

/** Limits for an archive that was accepted before: a lower limit of today does not keep its bots from starting. */
export const acceptedLimits: PackageLimits = {
  ...packageLimits,
  compressedBytes: Number.POSITIVE_INFINITY,
  unpackedBytes: Number.POSITIVE_INFINITY,
  files: Number.POSITIVE_INFINITY,
};

/** Maximum size of bot-config.yaml, in bytes. */
export const botConfigBytes = 64 * 1024;
/** Maximum size of bot-schema.json, in bytes. */
export const botSchemaBytes = 256 * 1024;
/** Maximum size of the readme, in bytes. */
export const readmeBytes = mebibyte;
/** Maximum size of an instance's config and of a query's parameters as JSON text, in bytes [ENV]. */
export const environmentValueBytes = 100 * 1024;
