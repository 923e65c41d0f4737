/** What the platform needs to serve the dashboard: the folder with its files, and the addresses of its pages. */
export declare const dashboard: { readonly folder: string; readonly paths: readonly string[] };
