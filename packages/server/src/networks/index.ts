export { objectionsTo } from "./check.ts";
export { type BotNetwork, describeNetwork } from "./describe.ts";
export { Networks } from "./networks.ts";
