export { objectionsTo } from "./check.ts";
export {
  type BotIsolation,
  type BotNetwork,
  describeIsolation,
  describeNetwork,
  networkAdvice,
} from "./describe.ts";
export { Networks, type NetworkUse, noUse } from "./networks.ts";
