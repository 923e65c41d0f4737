/** What the platform needs to serve the dashboard. */
export declare const dashboard: {
  /** The folder with the files. */
  readonly folder: string;
  /** The addresses of the pages; a segment with a colon matches any. */
  readonly paths: readonly string[];
  /** Returns what the page at an address needs at once: files besides those that it names itself, and its first requests. */
  needsOf(address: string): {
    files: string[];
    requests: {
      path: string;
      operation: "getAuthStatus" | "getBot" | "listMetrics";
      input: Record<string, unknown>;
    }[];
  };
};
