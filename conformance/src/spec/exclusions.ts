import { Fields } from "../cases/fields.ts";
import { suggestion } from "../cases/nearest.ts";
import { readYaml, type Source } from "../cases/yaml/read.ts";
import type { Contract } from "./contract.ts";

/** Why a clause has no case, or fewer than it should have. */
export interface Exclusion {
  clause: string;
  kind: "none" | "few";
  reason: string;
  line: number;
}

/** Reads `exclusions.yaml`. Problems are added to the source. */
export function readExclusions(
  text: string,
  file: string,
  { clauses }: Contract,
): { exclusions: Exclusion[]; source: Source } {
  const source = readYaml(text, file);
  const known = new Set(clauses.map(({ id }) => id));
  const seen = new Set<string>();
  if (source.root && source.root.kind !== "list")
    source.problem(source.root, "exclusions must be a list: - clause: …");
  const items = source.root?.kind === "list" ? source.root.items : [];
  const exclusions = items.flatMap((node): Exclusion[] => {
    const fields = Fields.of(source, node, "an exclusion", ["clause", "reason", "few"]);
    const clause = fields?.requiredText("clause");
    if (!fields || clause === undefined) return [];
    if (!known.has(clause))
      fields.problem("clause", `the contract has no clause ${clause}: ${suggestion(clause, known)}`);
    if (seen.has(clause)) fields.problem("clause", `${clause} is listed twice`);
    seen.add(clause);
    const kind = fields.has("few") ? "few" : "none";
    if (fields.has("few") && fields.has("reason"))
      fields.problem("few", "reason says why there is no case, few why there are few; write one");
    const reason = kind === "few" ? fields.text("few") : fields.requiredText("reason");
    if (reason?.trim() === "") fields.problem(kind === "few" ? "few" : "reason", "the reason is empty");
    return [{ clause, kind, reason: reason ?? "", line: source.placeOf(fields.at).line }];
  });
  return { exclusions, source };
}
