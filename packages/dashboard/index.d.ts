/** What the platform needs to serve the dashboard. */
export declare const dashboard: {
  /** The folder with the files. */
  readonly folder: string;
  /** The addresses of the pages; a segment with a colon matches any. */
  readonly paths: readonly string[];
  /** Returns the files that the page at an address needs besides those that it names itself. */
  filesOf(address: string): readonly string[];
};
