export * from "../bundler/core.js";

/** Loads the module asynchronously. */
export default function init(options?: { module_or_path: unknown }): Promise<unknown>;
/** Loads the module from its bytes. */
export function initSync(options: { module: Uint8Array }): unknown;
