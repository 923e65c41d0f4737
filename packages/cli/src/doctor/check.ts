/** The result of one check. */
export interface Check {
  name: string;
  state: "ok" | "warning" | "problem";
  says: string;
  next?: string;
}
