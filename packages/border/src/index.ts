export type { Counted } from "./control.ts";
export type { Entry } from "./ledger.ts";
export { type Cut, type HostRule, type LocalService, nameFiles, type Policy } from "./policy.ts";
export { type Reason, reasons } from "./reason.ts";
