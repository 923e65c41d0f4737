/** Limits of a package. The client checks them before upload, the server on receipt. */
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

/** Default limits. */
export const packageLimits: PackageLimits = {
  compressedBytes: 64 * mebibyte,
  unpackedBytes: 512 * mebibyte,
  files: 20_000,
  ratio: 200,
  pathBytes: 240,
  pathDepth: 32,
};

/** Maximum size of bot-config.yaml, in bytes. */
export const botConfigBytes = 64 * 1024;
/** Maximum size of bot-schema.json, in bytes. */
export const botSchemaBytes = 256 * 1024;
/** Maximum size of the readme, in bytes. */
export const readmeBytes = mebibyte;
/** Maximum size of an instance's config and of a query's parameters as JSON text, in bytes [ENV]. */
export const environmentValueBytes = 100 * 1024;
