/** Run by vitest before the tests whose records PostgreSQL keeps. */
export { startServerOfTests as setup } from "../drive/test-database.ts";
