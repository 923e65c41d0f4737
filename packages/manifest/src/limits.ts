/** What one package may be. Every bound is checked by the client before upload and by the server. */
export type PackageLimits = {
  /** Bytes of the `.tar.gz`. */
  compressedBytes: number;
  /** Bytes of all files together. */
  unpackedBytes: number;
  files: number;
  /** Unpacked bytes for one compressed byte. */
  ratio: number;
  /** UTF-8 bytes of one path. */
  pathBytes: number;
  /** Parts of one path. */
  pathDepth: number;
};

const mebibyte = 1024 * 1024;

export const packageLimits: PackageLimits = {
  compressedBytes: 64 * mebibyte,
  unpackedBytes: 512 * mebibyte,
  files: 20_000,
  ratio: 200,
  pathBytes: 240,
  pathDepth: 32,
};

/** Bytes of bot-config.yaml. */
export const botConfigBytes = 64 * 1024;
/** Bytes of bot-schema.json. */
export const botSchemaBytes = 256 * 1024;
/** Bytes of the readme. */
export const readmeBytes = mebibyte;
/** Bytes of an instance's config as JSON text [ENV]. */
export const instanceConfigBytes = 100 * 1024;
