/** Where the platform serves the dashboard: the address of each page, in which a segment with a colon matches any. */
export const paths = /** @type {const} */ ([
  "/",
  "/bots/:bot_id",
  "/bots/:bot_id/:tab",
  "/compare",
  "/deploy",
  "/custom-bots",
  "/custom-bots/:name",
  "/keys",
  "/secrets",
  "/assistant",
  "/users",
  "/system",
]);
