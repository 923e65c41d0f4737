export { loadTestee, ownTestees, type TesteeOptions } from "./load.ts";
