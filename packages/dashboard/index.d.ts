/** What the platform needs to serve the dashboard. */
export declare const dashboard: {
  /** The folder with the files. */
  readonly folder: string;
  /** The addresses of the pages; a segment with a colon matches any. */
  readonly paths: readonly string[];
  /** Returns the value of the header `Link` of the page at an address: what the browser will need at once. */
  linksOf(path: string): string | undefined;
};
